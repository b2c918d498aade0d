// The story of spec.md against a running platform: npm run story; with --markdown, as the page docs/tutorial.md.
import { demandAccess } from './story/access.ts';
import { chapters } from './story/chapters.ts';
import { createMarkdownPrinter } from './story/markdown.ts';
import { createPrinter } from './story/print.ts';
import { NotReady, readSettings } from './story/settings.ts';
import { carryOut, type Outcomes, type Step } from './story/step.ts';
import { createStory } from './story/story.ts';

/** @returns whether every step held */
async function tell(): Promise<boolean> {
  const outcomes: Outcomes = new Map();
  const settings = readSettings(process.env);
  await demandAccess(settings);
  const story = createStory(settings, outcomes);
  const print = process.argv.includes('--markdown')
    ? createMarkdownPrinter(process.stdout, story.org)
    : createPrinter(process.stdout, process.env);
  const numbers = new Map<Step, number>();

  print.heading('The story of spec.md', [
    `org ${story.org}, catalog sandbox`,
    `management API and portal ${settings.controlUrl} · gateway ${settings.gatewayUrl}`,
    `back-ends ${settings.backendsUrl} · GraphQL server ${settings.graphqlServerUrl}`,
  ]);
  for (const { title, steps } of chapters) {
    print.chapter(title);
    for (const step of steps) {
      const number = numbers.size + 1;
      numbers.set(step, number);
      const outcome = await carryOut(step, story, outcomes);
      outcomes.set(step, outcome);
      const missingNumber = outcome.kind === 'NOT_TRIED' ? numbers.get(outcome.missing) : undefined;
      print.step({ number, title: step.title, outcome, missingNumber, evidence: story.evidence() });
    }
  }
  const held = [...outcomes.values()].filter(({ kind }) => kind === 'HELD').length;
  print.closing(`${held} of ${numbers.size} steps held`, held === numbers.size);
  return held === numbers.size;
}

try {
  if (!(await tell())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof NotReady)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
