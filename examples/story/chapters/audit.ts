import { equal, holds } from '../expect.ts';
import { listInShort } from '../short.ts';
import type { Chapter, Step } from '../step.ts';
import { createsApplication } from './consumer.ts';

type AuditEvents = { readonly nodes: readonly { readonly at: string; readonly action: string }[] };

const listsAuditEvents: Step = {
  title: 'The audit holds what was done, newest first, and no secret',
  needs: [createsApplication],
  async run({ manage, conceal, show }) {
    const { nodes } = await manage<AuditEvents>('21-list-audit-events');
    const actions = nodes.map(({ action }) => action);
    for (const action of ['createOrg', 'createApi', 'createProduct', 'createApplication'])
      holds(`the action ${action}`, actions.includes(action), actions);
    const times = nodes.map(({ at }) => Date.parse(at));
    equal(
      'the order',
      times,
      times.toSorted((a, b) => b - a),
    );
    const text = JSON.stringify(nodes);
    holds('no password, secret or token of this story', conceal(text) === text);
    show(`${nodes.length} events: ${listInShort(actions)}`);
  },
};

export const audit: Chapter = { title: 'What is kept', steps: [listsAuditEvents] };
