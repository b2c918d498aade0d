import { beforeAll } from 'vitest';

/** A file or a suite of one, as the runner holds it. `shuffle` says whether its members are shuffled. */
type Suite = { name: string; type: string; shuffle?: boolean; tasks: Suite[] };

/**
 * Files whose tests keep their order. They share one platform, and go through what cannot be undone. A platform for each
 * test would make the suite slower. None is added: a file leaves once each test makes what it needs.
 */
const IN_ORDER = [
  // The first tests subscribe to Customer 1.0.0, which the others find superseded.
  'test/e2e/portal.test.ts',
  // A gateway is stopped, started again and loses a worker under load; the next test meets it as the last left it.
  'test/faults/restarts.test.ts',
  // The story of spec.md, told once on a new platform and once more on the same, which is then started again.
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
