// npm `ws`: `node ws.mjs PORT COUNT BYTES`; each line of standard input sends one frame to all.
const { createInterface } = require("node:readline");
const { WebSocketServer } = require("ws");

const [port, , bytes] = process.argv.slice(2).map(Number);
const server = new WebSocketServer({ port, host: "127.0.0.1", backlog: 4096, perMessageDeflate: false });
const frame = Buffer.alloc(bytes, "x");
server.on("listening", () => console.log("listening"));
server.on("connection", (client) => client.send("hello"));
createInterface({ input: process.stdin })
  .on("line", () => {
    for (const client of server.clients) client.send(frame, { binary: true });
    console.log("sent");
  })
  .on("close", () => process.exit());
