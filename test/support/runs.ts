/** A thorough run takes all the time it needs. `npm run test:thorough` sets THOROUGH=1; a plain run has ten minutes. */
export const isThorough = process.env['THOROUGH'] === '1';

/** Number of random cases of a property: a tenth, unless the run is thorough. */
export const runs = (thorough: number): number => (isThorough ? thorough : Math.ceil(thorough / 10));

/** Cases of a list that are `apart` from each other. A thorough run takes all. */
export const someOf = <T>(cases: readonly T[], apart: number): readonly T[] =>
  isThorough ? cases : cases.filter((_, at) => at % apart === 0);

/** Number of random worlds whose traffic is replayed, of each kind of API. IMPACT_WORLDS asks for more. */
export const impactWorlds = Number(process.env['IMPACT_WORLDS'] ?? (isThorough ? 100 : 30));

/**
 * Files and folders that a plain run leaves to a thorough one, by their subject. They take long, and few changes touch
 * them. A run that names one takes it.
 */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  'processes that are killed, cut off and restarted': [
    'test/faults/',
    'test/e2e/roles.test.ts',
    'test/integration/child-processes.test.ts',
    'test/integration/first-secret-key.test.ts',
  ],
  'backups, upgrades and another secret key': ['test/integration/maintenance/'],
  'servers that hang, fail over or lose what they had': [
    'test/e2e/limits.test.ts',
    'test/integration/database/durability.test.ts',
    'test/integration/database/failover.test.ts',
    'test/integration/database/hang.test.ts',
    'test/integration/database/listen.test.ts',
    'test/integration/database/vacuuming.test.ts',
    'test/integration/limits/redis-outage.test.ts',
    'test/integration/usage/usage-stream.test.ts',
  ],
  'requests, documents and schemas of the largest size': [
    'test/integration/management/api/large-schemas.test.ts',
    'test/integration/management/large-documents.test.ts',
    'test/integration/management/large-requests.test.ts',
    'test/integration/management/manifest/size.test.ts',
  ],
  'the packed release': ['test/e2e/package.test.ts'],
  'what a browser shows beside the pages themselves': [
    'test/e2e/console-clicks.test.ts',
    'test/e2e/console-names.test.ts',
    'test/e2e/host-names.test.ts',
    'test/e2e/https.test.ts',
    'test/e2e/island-accessibility.test.ts',
    'test/e2e/passkeys.test.ts',
    'test/e2e/portal-clicks.test.ts',
    'test/e2e/portal-names.test.ts',
    'test/e2e/portal-team.test.ts',
    'test/e2e/shared-origin.test.ts',
    'test/e2e/sign-in-window.test.ts',
    'test/e2e/single-page-app.test.ts',
  ],
};

const isPath = (argument: string) => argument.includes('/');

/** Tells whether a run takes the project node-http: HTTP by the parser of Node alone. */
export const takesNodeHttp = (named: readonly string[]): boolean =>
  isThorough || named.some((argument) => isPath(argument) || argument.endsWith('node-http'));

/** Returns the subjects that a run leaves out. One that names paths is of those alone. */
export const leftSubjects = (named: readonly string[]): readonly string[] =>
  isThorough || named.some(isPath) ? [] : [...Object.keys(LEFT), 'HTTP by the parser of Node alone'];

/**
 * Returns the files that a run leaves out, as patterns.
 *
 * @param named arguments of the run, of which some may be paths
 */
export function leftFiles(named: readonly string[]): readonly string[] {
  if (isThorough) return [];
  const isNamed = (path: string) =>
    named.some((argument) => isPath(argument) && (argument.includes(path) || path.includes(argument)));
  return Object.values(LEFT)
    .flat()
    .filter((path) => !isNamed(path))
    .map((path) => (path.endsWith('/') ? `${path}**` : path));
}
