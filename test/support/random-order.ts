import { beforeAll } from 'vitest';

/** A file or a suite of one, as the runner holds it. `shuffle` says whether its members are shuffled. */
type Suite = { name: string; type: string; shuffle?: boolean; tasks: Suite[] };

/**
 * Files, and folders, whose tests share a world and may need one another. None is added: a file leaves once its tests have
 * a world of their own each, or it passes with several seeds.
 */
const IN_ORDER = [
  'test/e2e/cli.test.ts',
  'test/e2e/portal.test.ts',
  'test/e2e/restarts.test.ts',
  'test/e2e/story.test.ts',
];

function keepOrder(suite: Suite): void {
  suite.shuffle = false;
  for (const task of suite.tasks) if (task.type === 'suite') keepOrder(task);
}

// biome-ignore lint/correctness/noEmptyPattern: vitest hands fixtures over only to who names them, and the file behind them.
beforeAll(({}, file) => {
  if (IN_ORDER.some((path) => file.name.startsWith(path))) keepOrder(file as Suite);
});
