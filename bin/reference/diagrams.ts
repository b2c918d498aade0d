import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { steps } from '../../src/data-plane/gateway/admission/steps.ts';
import {
  type Position,
  productTransitions,
  successorTransitions,
} from '../../src/domain/product/lifecycle.ts';

const FONT = 'Helvetica';
/** Boxes and arrows of all diagrams. */
const LOOK = `
  graph [pad=0.25, nodesep=0.35, ranksep=0.55, fontname="${FONT}", fontsize=13, labeljust=l, bgcolor=white]
  node [shape=box, style="rounded,filled", fontname="${FONT}", fontsize=13, margin="0.2,0.1", height=0.35]
  edge [fontname="${FONT}", fontsize=11, arrowsize=0.7]`;

/** Colours by the classes of a diagram, in the light and in the dark. They win over those that Graphviz writes. */
const STYLE = `<style>
  svg { --paper: #fff; --text: #1f2328; --line: #59636e; --box: #f6f8fa; --strong: #ddf4ff; --group: #fbfcfd }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --text: #f0f6fc; --line: #9198a1; --box: #212830; --strong: #12304f; --group: #151b23 }
  }
  text { fill: var(--text); font-family: Helvetica, Arial, 'Liberation Sans', sans-serif }
  .graph > polygon { fill: var(--paper); stroke: none }
  .cluster path, .cluster polygon { fill: var(--group); stroke: var(--line); stroke-width: .6 }
  .node path, .node polygon, .node ellipse { fill: var(--box); stroke: var(--line) }
  .strong path, .strong polygon { fill: var(--strong) }
  .edge path { stroke: var(--line) }
  .edge polygon { fill: var(--line); stroke: var(--line) }
</style>`;

const inWords = (name: string) => name.toLowerCase().replaceAll('_', ' ');
const titled = (name: string) => name.charAt(0) + inWords(name).slice(1);
const wordsOf = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^json /, 'JSON ');
const NOWHERE = 'not in the catalog';

/** The states of a product in a catalog. Actions that lead back to the state where they begin are left out. */
function lifecycle(): string {
  const place = (state: Position) => `"${state === null ? NOWHERE : titled(state)}"`;
  const actions = new Map<string, string[]>();
  const note = (from: Position, to: Position, text: string) => {
    const way = `${place(from)} -> ${place(to)}`;
    if (from !== to) actions.set(way, [...(actions.get(way) ?? []), text]);
  };
  for (const { from, to, action } of productTransitions) note(from, to, inWords(action));
  for (const { from, to, action } of successorTransitions)
    note(from, to, `${inWords(action)} an old version`);
  const ways = [...actions].map(([way, texts]) => `${way} [label=" ${texts.join('\\n ')} "]`);
  return `digraph {${LOOK}
    rankdir=LR
    ${place(null)} [style="rounded,filled,dashed"]
    ${place('PUBLISHED')} [class=strong]
    ${place('DEPRECATED')} [class=strong]
    ${ways.join('\n    ')}
  }`;
}

/** Admission steps in a row, six to a line. */
function admission(): string {
  const EACH = 6;
  const names = steps.map(({ name }) => `"${wordsOf(name)}"`);
  const lines = Array.from({ length: Math.ceil(names.length / EACH) }, (_, at) =>
    names.slice(at * EACH, (at + 1) * EACH),
  );
  const rows = lines.map((line) => `{ rank=same; ${line.join(' -> ')} }`);
  const turns = lines
    .slice(1)
    .map(
      (line, at) =>
        `${lines[at]?.at(-1)} -> ${line[0]} [constraint=false]; ${lines[at]?.[0]} -> ${line[0]} [style=invis]`,
    );
  return `digraph {${LOOK}
    ${rows.join('\n    ')}
    ${turns.join('\n    ')}
  }`;
}

/** The parts, the stores that they meet in, and who reaches them. */
const parts = `digraph {${LOOK}
  rankdir=TB
  { rank=same
    admins [label="admins, CI", shape=plaintext, style=""]
    consumers [label="consumers", shape=plaintext, style=""]
    applications [label="applications", shape=plaintext, style=""] }
  subgraph cluster_control { label="control plane"; margin=14
    jobs [label="jobs, mail,\\nwebhooks"]
    management [label="management API,\\nconsole"]
    portal [label="portals"] }
  subgraph cluster_data { label="data plane"; margin=14
    oauth [label="OAuth 2.0\\nprovider"]
    gateway [label="gateway: ingress, route,\\nadmission, forward, record", class=strong]
    servers [label="GraphQL servers"] }
  database [label="PostgreSQL\\nembedded or a server", shape=cylinder]
  redis [label="Redis\\nwindows of limits", shape=cylinder]
  backends [label="back-ends"]
  admins -> management
  consumers -> portal
  applications -> gateway
  applications -> oauth
  management -> database [label=" one transaction: rows,\\n audit, announcement "]
  portal -> database
  jobs -> database [dir=both]
  database -> gateway [label=" snapshot and changes, ≤ 1 s;\\n usage ", dir=both, constraint=false]
  oauth -> database [label=" tokens "]
  gateway -> redis
  gateway -> backends
  gateway -> servers
  servers -> backends
}`;

/** The processes of an installation on many machines. */
const processes = `digraph {${LOOK}
  rankdir=LR
  callers [label="callers", shape=plaintext, style=""]
  people [label="people, scripts", shape=plaintext, style=""]
  balancer [label="load balancer"]
  subgraph cluster_gateways { label="ROLES=gateway, as many as calls need"; margin=14
    gateway1 [label="gateway\\nGATEWAY_WORKERS", class=strong]
    gateway2 [label="gateway\\nGATEWAY_WORKERS", class=strong] }
  subgraph cluster_servers { label="ROLES=graphql-server"; margin=14
    server [label="GraphQL servers"] }
  subgraph cluster_controls { label="ROLES=control, one or more"; margin=14
    control [label="management, console,\\nportals"] }
  database [label="PostgreSQL", shape=cylinder]
  redis [label="Redis", shape=cylinder]
  backends [label="back-ends"]
  callers -> balancer
  people -> balancer
  balancer -> gateway1 [label=" 8080 "]
  balancer -> gateway2 [label=" 8080 "]
  balancer -> control [label=" 9000 "]
  gateway1 -> redis
  gateway2 -> redis
  gateway1 -> database [dir=both]
  gateway2 -> database [dir=both]
  control -> database [dir=both]
  control -> server [label=" schemas ", style=dashed]
  server -> database
  gateway2 -> server [label=" 8090 "]
  gateway1 -> backends
  server -> backends
}`;

const diagrams = { lifecycle: lifecycle(), admission: admission(), parts, processes };
const TITLES: Readonly<Record<keyof typeof diagrams, string>> = {
  lifecycle: 'The states of a product in a catalog, and the actions that lead from one to another',
  admission: 'The steps of admission, in their order',
  parts: 'The parts of Gatehouse, the stores that they meet in, and who reaches them',
  processes: 'The processes of an installation on many machines',
};

/** Prints the diagrams of the documentation as SVG. @returns each file with its text */
export async function printDiagrams(): Promise<[file: string, text: string][]> {
  const graphviz = await Graphviz.load();
  return Object.entries(diagrams).map(([name, dot]) => [
    `docs/pictures/${name}.svg`,
    styled(graphviz.dot(dot), TITLES[name as keyof typeof diagrams]),
  ]);
}

/** Gives a drawing of Graphviz its colours and its title. Comments go: they name the version of Graphviz. */
function styled(svg: string, title: string): string {
  return svg
    .replace(/^[\s\S]*?(?=<svg)/, '')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replaceAll(/<title>[^<]*<\/title>\n?/g, '')
    .replace(/<svg([^>]*)>/, `<svg$1 role="img" aria-label="${title}">\n<title>${title}</title>\n${STYLE}`);
}
