// What makes a page hard to read or to hit, measured as WCAG 2.2 AA does: contrast of every text
// (1.4.3), width (1.4.10), names (4.1.2), tables (1.3.1), ids, headings, and height under a finger.
() => {
  const found = [];
  const channels = (colour) => {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    return numbers.length < 4 ? [...numbers, 1] : numbers;
  };
  const linear = (value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = channels(getComputedStyle(each).backgroundColor);
      if (colour[3] > 0) return colour;
    }
    return [255, 255, 255, 1];
  };
  const where = (element) => {
    const { tagName, id, classList, parentElement } = element;
    const label = tagName.toLowerCase() + (id ? `#${id}` : "") + [...classList].map((c) => `.${c}`).join("");
    return parentElement && parentElement !== document.body ? `${parentElement.tagName.toLowerCase()} ${label}` : label;
  };
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    const { visibility } = getComputedStyle(element);
    return box.width > 1 && box.height > 1 && visibility !== "hidden" && !element.closest(".hidden, .skip");
  };
  const complain = (what, element, figure = "") => found.push(`${what} ${where(element)} ${figure}`.trim());

  const contrast = (element) => {
    const style = getComputedStyle(element);
    const isDrawn = element.namespaceURI.endsWith("svg");
    const ink = channels(isDrawn ? style.fill : style.color);
    const paper = behind(element);
    let opacity = ink[3];
    for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    const mixed = [0, 1, 2].map((at) => ink[at] * opacity + paper[at] * (1 - opacity));
    const [dark, light] = [luminance(mixed), luminance(paper)].sort((a, b) => a - b);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return { ratio: (light + 0.05) / (dark + 0.05), least: isLarge ? 3 : 4.5 };
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const isText = texts.currentNode.data.trim() && !element.closest("script, style, option, noscript");
    if (!isText || !isSeen(element) || element.closest("[aria-disabled], :disabled")) continue;
    const { ratio, least } = contrast(element);
    if (ratio < least) complain("contrast", element, ratio.toFixed(2));
  }

  for (const element of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")) {
    if (!isSeen(element)) continue;
    const said = element.getAttribute("aria-label") || element.title || element.textContent;
    const labels = [...(element.labels ?? [])].map((each) => each.textContent).join("");
    if (!(said + labels).trim()) complain("nameless", element);
    const isChoice = element.matches("[type=checkbox], [type=radio]") && element.closest("label");
    const { height } = (isChoice || element).getBoundingClientRect();
    const isInText = getComputedStyle(element).display === "inline";
    if (matchMedia("(pointer: coarse)").matches && height < 44 && !isInText) complain("small", element, Math.round(height));
  }
  for (const table of document.querySelectorAll("main table")) {
    if (!table.caption && !table.ariaLabel) complain("no caption", table);
    if (!table.querySelector("th[scope=row], th[scope=col]")) complain("no headers", table);
  }
  for (const svg of document.querySelectorAll("svg")) {
    if (!svg.ariaHidden && !svg.closest("[aria-hidden]") && !svg.ariaLabel) complain("unsaid drawing", svg);
  }
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  found.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `twice #${id}`));
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((each) => Number(each.tagName[1]));
  levels.forEach((level, at) => at && level > levels[at - 1] + 1 && found.push(`heading ${levels[at - 1]} to ${level}`));
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) found.push(`wide ${width}`);
  return [...new Set(found)];
}
