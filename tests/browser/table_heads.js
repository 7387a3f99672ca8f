// Tables whose heads do not stay in sight while their rows pass below them: at the top of the window,
// or at the foot of the line that stands there on phones. A table that is wider than its column
// scrolls within a box, which is never higher than the window. The end of a table takes its head along.
// Matrices of allocations and the cards of a marathon are small, and their heads stay where they are;
// a table on a wall is shown in parts that fit, each with its head.
async () => {
  const SMALL = ".matrix:not(.cross), .cartulina, .wall-ranks";
  const found = [];
  const { body } = document;
  const boxOf = (element) => {
    for (let each = element.parentElement; each !== document.documentElement; each = each.parentElement) {
      if (["auto", "scroll", "hidden"].includes(getComputedStyle(each).overflowY)) return each;
    }
    return null;
  };
  const isShown = (head) => head?.checkVisibility() && !head.closest(".hidden");
  body.style.paddingBlockEnd = "200vh"; // any table can be scrolled
  const frame = () => new Promise(requestAnimationFrame);
  await frame(); // the page measures its tables after a frame
  await frame();
  for (const table of document.querySelectorAll("main table")) {
    const head = table.tHead?.querySelector("th");
    if (!isShown(head) || table.rows.length < 3 || table.matches(SMALL)) continue;
    const name = `head: table.${table.className}`;
    const box = table.closest(".scroll");
    const scroller = boxOf(table);
    if (scroller) {
      if (scroller.clientHeight > innerHeight) found.push(`${name} in a box of ${scroller.clientHeight} px`);
      continue;
    }
    const { top, height } = table.getBoundingClientRect();
    const isBeyond = box && table.scrollWidth > box.clientWidth + 1;
    if (isBeyond) found.push(`${name} is wider than its column: ${table.scrollWidth} of ${box.clientWidth}`);
    scrollTo(0, scrollY + top + height / 3);
    await frame();
    await frame(); // the line appears after a frame
    const line = document.querySelector(".slim");
    const edge = line?.checkVisibility() ? line.getBoundingClientRect().bottom : 0;
    const room = table.getBoundingClientRect().bottom - edge - table.tHead.getBoundingClientRect().height;
    const at = head.getBoundingClientRect().top - edge;
    if (Math.abs(at - Math.min(0, room)) > 1) found.push(`${name} at ${Math.round(at)} px`);
  }
  body.style.paddingBlockEnd = "";
  scrollTo(0, 0);
  return [...new Set(found)];
}
