// A program as somebody writes it with the generated types; `tsc` says whether they serve.
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type RecordResult = paths["/api/t/{tournament}/commands/record-result"]["post"];
type Done = RecordResult["responses"][200]["content"]["application/json"];
type ReadView = paths["/api/t/{tournament}/views/{view}"]["get"];

const headers: RecordResult["parameters"]["header"] = { "Idempotency-Key": "k1", "If-Match": '"61"' };
const body: Schemas["RecordResult"] = { game: "1.1", result: "1-0" };
const boards: Schemas["ChangePairing"]["boards"] = [["e1", "e2"]];
const view: ReadView["parameters"]["path"] = { tournament: "club", view: "pairings" };

export async function record(address: string, token: string): Promise<number> {
  const answer = await fetch(`${address}/api/t/${view.tournament}/commands/record-result`, {
    method: "POST",
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    const problem = (await answer.json()) as Schemas["Problem"];
    throw new Error(`${problem.status} ${problem.code}: ${problem.title}`);
  }
  const done = (await answer.json()) as Done;
  return done.version + boards.length;
}

export function names(overview: Schemas["TournamentOverview"], people: Schemas["PublicPeople"]): string[] {
  const views: string[] = Object.keys(overview.views);
  return [...views, ...Object.values(people.people).map((each) => each.name)];
}

// @ts-expect-error a result is of a game
export const nameless: Schemas["RecordResult"] = { result: "1-0" };
// @ts-expect-error there is no such view
export const kitchen: ReadView["parameters"]["path"] = { tournament: "club", view: "kitchen" };
