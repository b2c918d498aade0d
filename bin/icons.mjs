// Writes the table of the pages' icons, src/ui/components/icons.ts: node bin/icons.mjs
// They are Lucide's. Its package has 67 MB of them, so that it is installed beside the repository, and for this alone.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LUCIDE = 'lucide-static@1.62.0';
const TABLE = 'src/ui/components/icons.ts';

const names = `
  activity archive arrow-down arrow-left arrow-right arrow-up arrow-up-right ban bell book-open box boxes building
  calendar-clock chart-column check chevron-down chevron-left chevron-right chevrons-up-down circle-alert circle-check
  circle-question-mark circle-x clock code cog copy corner-down-left credit-card database download ellipsis external-link eye
  eye-off file-code file-plus file-text funnel gauge git-compare git-fork globe rotate-ccw-clock house inbox info key-round layers
  layout-dashboard library link list-filter lock log-out menu minus monitor moon network octagon-x package package-plus
  palette panel-right-open pause pencil play plug plus radio refresh-cw rocket scroll-text search send server settings
  shield-alert shield-check sparkles square-kanban square-terminal sun table-2 terminal trash trending-down trending-up
  triangle-alert undo-2 upload user user-round users users-round wand-sparkles waypoints webhook x zap
`
  .trim()
  .split(/\s+/);

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-icons-'));
try {
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', LUCIDE]);
  const lucide = join(folder, 'node_modules/lucide-static');
  const nodes = JSON.parse(readFileSync(join(lucide, 'icon-nodes.json'), 'utf8'));
  writeFileSync(TABLE, tableOf(nodes, readFileSync(join(lucide, 'LICENSE'), 'utf8')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tableOf(nodes, licence) {
  const missing = names.filter((name) => !Object.hasOwn(nodes, name));
  if (missing.length > 0) throw new Error(`${LUCIDE} has no icon ${missing.join(', ')}`);
  const notice = licence
    .trim()
    .split('\n')
    .map((line) => `// ${line}`.trimEnd())
    .join('\n');
  const rows = names.map((name) => `  '${name}': '${nodes[name].map(shapeOf).join('')}',`);
  return `// Written by bin/icons.mjs from ${LUCIDE}, whose licence is this:
//
${notice}

/** The shapes of each icon, in a square of 24. */
export const icons = {
${rows.join('\n')}
} as const satisfies Readonly<Record<string, string>>;
`;
}

/** One shape as SVG. */
function shapeOf([tag, { key: _, ...attributes }]) {
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<${tag} ${written.join(' ')}/>`;
}
