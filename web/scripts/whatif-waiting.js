// While a what-if is being worked out: how far it is, asked for again and again, and then its answer.

const SOON_MS = 700;
const LATER_MS = 3000;

const section = document.getElementById("waiting");

function show(reading) {
  const row = section.querySelector(`[data-reading="${CSS.escape(reading.reading)}"]`);
  if (!row) return;
  const bar = row.querySelector("progress");
  if (reading.max > 0) {
    bar.max = reading.max;
    bar.value = reading.value;
  } else {
    bar.removeAttribute("value");
  }
  row.querySelector(".said").textContent = reading.said;
}

async function look() {
  let response;
  try {
    response = await fetch(section.dataset.status, { headers: { accept: "application/json" } });
  } catch {
    return LATER_MS; // the network is away: it may come back
  }
  if (response.status >= 500) return LATER_MS;
  if (!response.ok) return 0;
  const status = await response.json();
  status.readings.forEach(show);
  return ["waiting", "running"].includes(status.state) ? SOON_MS : 0;
}

async function follow() {
  const again = await look();
  if (again) setTimeout(follow, again);
  else location.replace(section.dataset.answer);
}

if (section) setTimeout(follow, SOON_MS);
