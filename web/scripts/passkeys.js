// Passkeys: the browser asks a device to make one, or to sign in with one. What it needs it shows
// itself; without passkeys in the browser nothing is offered.

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

async function post(address, body = "") {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer;
}

async function requested(address) {
  const asked = await (await post(address)).json();
  const known = [...(asked.excludeCredentials ?? []), ...(asked.allowCredentials ?? [])];
  for (const each of known) each.id = bytesOf(each.id);
  asked.challenge = bytesOf(asked.challenge);
  if (asked.user) asked.user.id = bytesOf(asked.user.id);
  return asked;
}

function written(credential) {
  const { response } = credential;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const found = parts.filter((each) => response[each]).map((each) => [each, textOf(response[each])]);
  return JSON.stringify({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: Object.fromEntries(found),
  });
}

async function add(form) {
  const publicKey = await requested("/account/passkeys/options");
  const made = await navigator.credentials.create({ publicKey });
  const name = encodeURIComponent(form.elements.name.value);
  await post(`/account/passkeys?name=${name}`, written(made));
  location.reload();
}

async function signIn() {
  const publicKey = await requested("/account/sign-in/options");
  const signed = await navigator.credentials.get({ publicKey });
  await post("/account/sign-in/passkey", written(signed));
  location.assign("/account");
}

// Show a part of the page; its act runs when `event` happens, and a failure is said below it.
function offer(part, event, act) {
  if (!part || !window.PublicKeyCredential) return;
  part.hidden = false;
  const said = part.querySelector(".problem");
  part.addEventListener(event, async (happened) => {
    if (event === "click" && !happened.target.closest("button")) return;
    happened.preventDefault();
    said.hidden = true;
    try {
      await act(part);
    } catch {
      said.textContent = part.dataset.failed;
      said.hidden = false;
    }
  });
}

offer(document.getElementById("passkey-add"), "submit", add);
offer(document.getElementById("passkey-sign-in"), "click", signIn);
