import type { Printer } from './print.ts';

const INTRODUCTION = `One version of an API replaces another without breaking anybody. The steps below were sent to a running platform, and each
held: \`→\` is what was sent, \`←\` what came back.

Run them yourself: \`ADMIN_TOKEN=gh_… npm run story\` tells the story to the platform of \`npm start\`, in an org of its own. A step
that names a document of [examples](../examples) can be sent alone: \`npx gatehouse run examples/01-create-org.graphql --var org=shop\`.
The other steps are plain HTTP calls.`;

/** Writes the story as docs/tutorial.md: npm run -s story -- --markdown > docs/tutorial.md */
export function createMarkdownPrinter(out: NodeJS.WritableStream, org: string): Printer {
  const paragraph = (text: string) => void out.write(`${text.replaceAll(org, 'story')}\n\n`);
  return {
    heading: () => paragraph(`# Tutorial\n\n${INTRODUCTION}`),
    chapter: (title) => paragraph(`## ${title}`),
    step({ number, title, outcome, evidence }) {
      paragraph(`### ${number}. ${shownAsText(title)}`);
      if (outcome.kind !== 'HELD') paragraph('This step did not hold.');
      if (evidence.length === 0) return;
      const lines = evidence.flatMap(({ request, answer }) => [`→ ${request}`, `← ${answer}`]);
      paragraph(`\`\`\`\n${lines.join('\n')}\n\`\`\``);
      const documents = new Set(evidence.flatMap(({ request }) => /^\S+\.graphql/.exec(request)?.[0] ?? []));
      if (documents.size > 0)
        paragraph([...documents].map((name) => `[${name}](../examples/${name})`).join(' · '));
    },
    closing: (line) => void out.write(`${line}.\n`),
  };
}

/** Markdown takes what is in angle brackets for HTML. */
export const shownAsText = (title: string): string => title.replace(/[<>{}]/g, (sign) => `\\${sign}`);
