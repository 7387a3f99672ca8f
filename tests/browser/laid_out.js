// What a narrow or a full page does to its text: words that are broken into letters, and what is
// wider than the column it stands in, so that it lies over the next one.
() => {
  const found = [];
  const SHORT = 10; // letters; a longer word may have to break on a phone
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const linesOf = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  };
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const { parentElement: parent } = node;
    const isRead = node.data.trim() && parent.checkVisibility() && !parent.closest("option, code, .hidden, svg");
    if (!isRead || linesOf(node, 0, node.length) < 2) continue;
    for (const { 0: word, index } of node.data.matchAll(/(?<!\d)\p{L}+(?!\p{L}|\d)/gu)) {
      if (word.length <= SHORT && linesOf(node, index, index + word.length) > 1) found.push(`broken: ${word}`);
    }
  }
  for (const column of document.querySelectorAll("html, main, main > *")) {
    const { overflowX } = getComputedStyle(column);
    const isWide = column.scrollWidth > column.clientWidth + 1;
    if (isWide && column.clientWidth && overflowX === "visible") found.push(`wide: ${column.tagName}.${column.className}`);
  }
  return [...new Set(found)];
}
