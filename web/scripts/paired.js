// A screen that is steered from the arbiters' page: it asks what it is to show, and goes there.

const ASK_MS = 4000;
const here = () => location.pathname + location.search;

async function ask() {
  try {
    const answer = await fetch("/screen/now", { cache: "no-store" });
    if (!answer.ok) return;
    const { address } = await answer.json();
    if (address !== here()) location.replace(address);
  } catch {
    // the server is away: what stands there was true at its time
  }
}

setInterval(ask, ASK_MS);
