// Faults of a narrow or a full page: words broken into letters, columns of the page that are wider than
// their room, cells of a table whose text lies over that of another cell of the row, and names of a table
// that do not begin below each other.
// A window that has just got another size is laid out with the next frame.
async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const found = [];
  const SHORT = 10; // letters; a longer word may have to break on a phone
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const linesOf = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  };
  const boxes = new Map(); // of the texts of each cell
  // Lines of text that stand below each other share the room above and below their letters.
  const lieOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 2;
  const seenOf = (cell, box) => {
    if (getComputedStyle(cell).overflowX === "visible") return box;
    const { left, right } = cell.getBoundingClientRect();
    const [from, to] = [Math.max(left, box.left), Math.min(right, box.right)];
    return new DOMRect(from, box.top, Math.max(0, to - from), box.height);
  };
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const { parentElement: parent } = node;
    const isRead = node.data.trim() && parent.checkVisibility() && !parent.closest("option, code, .hidden, svg");
    const cell = isRead && parent.closest("td, th");
    if (cell) {
      range.selectNodeContents(node);
      const own = [...range.getClientRects()].map((box) => seenOf(cell, box));
      boxes.set(cell, [...(boxes.get(cell) ?? []), ...own]);
    }
    if (!isRead || linesOf(node, 0, node.length) < 2) continue;
    for (const { 0: word, index } of node.data.matchAll(/(?<!\d)\p{L}+(?!\p{L}|\d)/gu)) {
      if (word.length <= SHORT && linesOf(node, index, index + word.length) > 1) found.push(`broken: ${word}`);
    }
  }
  for (const [cell, own] of boxes) {
    const others = [...cell.parentElement.cells].slice(cell.cellIndex + 1).flatMap((each) => boxes.get(each) ?? []);
    const isOver = own.some((one) => others.some((other) => lieOver(one, other)));
    if (isOver) found.push(`over the next cell: ${cell.textContent.trim()}`);
  }
  for (const table of document.querySelectorAll("table")) {
    const names = [...table.querySelectorAll(":scope > tbody > tr > th.who")].filter((each) => each.checkVisibility());
    const edges = names.map((each) => each.getBoundingClientRect().left);
    if (Math.max(...edges) - Math.min(...edges) > 1) found.push(`ragged: table.${table.className}`);
  }
  for (const column of document.querySelectorAll("html, main, main > *")) {
    const { overflowX } = getComputedStyle(column);
    const isWide = column.scrollWidth > column.clientWidth + 1;
    if (isWide && column.clientWidth && overflowX === "visible") found.push(`wide: ${column.tagName}.${column.className}`);
  }
  return [...new Set(found)];
}
