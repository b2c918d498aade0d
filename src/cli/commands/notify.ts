import { quantity } from '../../foundation/text/listed.ts';
import { platformOptions, readArguments, readChoice, readDuration } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { fail } from '../command-fault.ts';
import { readText } from '../document-file.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse notify NAME:VERSION --catalog NAME --title TEXT (--text TEXT | -f FILE.md) [options]
gatehouse notify --campaign ID [options]

Writes to the subscribers of a product: into their inbox, and by mail where the catalog has mail. With --campaign, it tells
what became of a message: who has read it, acknowledged it, moved, and still calls.

      --catalog NAME        the catalog
      --plan NAME           only subscribers of this plan
      --title TEXT          the title, which is the subject of its mails
      --text TEXT           the text, in Markdown
  -f, --file FILE           the text from a file
      --ask                 asks consumer orgs to acknowledge it
      --dry-run             tells whom it would reach, and sends nothing
      --campaign ID         tells of a message that was sent
      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    how the answer is printed (text)
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse notify customer:1.0.0 --catalog sandbox --title "Prices change" -f prices.md --dry-run
  gatehouse notify customer:1.0.0 --catalog sandbox --plan gold --title "Prices change" --text "From May on." --ask
  gatehouse notify --campaign 01900000-0000-7000-8000-000000000001

Exit code: 0 done, 1 fault, 2 wrong call.
`;

const options = {
  ...platformOptions,
  catalog: { type: 'string' },
  plan: { type: 'string' },
  title: { type: 'string' },
  text: { type: 'string' },
  file: { type: 'string', short: 'f' },
  ask: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  campaign: { type: 'string' },
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const;

const NOTIFY = `mutation NotifySubscribers($input: NotifySubscribersInput!) {
  notifySubscribers(input: $input) { dryRun consumerOrgs subscriptions members mails campaign { id } }
}`;
const FIGURES = `query CampaignFigures($org: String, $id: ID!) {
  campaign(org: $org, id: $id) {
    id product plan title sentAt sentBy asksAcknowledgement
    counts { consumerOrgs subscriptions read acknowledged moved ended calling }
  }
}`;

type Notified = {
  readonly dryRun: boolean;
  readonly consumerOrgs: readonly string[];
  readonly subscriptions: number;
  readonly members: number;
  readonly mails: number;
  readonly campaign: { readonly id: string } | null;
};

type Campaign = {
  readonly id: string;
  readonly product: string;
  readonly plan: string | null;
  readonly title: string;
  readonly sentAt: string;
  readonly sentBy: string;
  readonly asksAcknowledgement: boolean;
  readonly counts: Readonly<
    Record<'consumerOrgs' | 'subscriptions' | 'read' | 'acknowledged' | 'moved' | 'ended' | 'calling', number>
  >;
};

export const notify: Command = {
  name: 'notify',
  summary: 'writes to the subscribers of a product, or tells what became of it',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const format = readChoice('-o', values.format, ['text', 'json']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const { campaign: id } = values;
    const isOfCampaign = id !== undefined;
    const input = isOfCampaign ? undefined : inputIn(context, values, positionals);
    if (isOfCampaign && positionals.length > 0)
      fail('USAGE', '--campaign tells of a message: name no product beside it.');
    const target = findTarget(context, values.profile);
    const management = createManagement(context, target);
    const org = values.org ?? target.org;
    if (input) {
      const question = { document: NOTIFY, variables: { input: { org, ...input } }, timeoutMs };
      const { notifySubscribers } = await management.answer<{ notifySubscribers: Notified }>(question);
      print(context, { format, value: notifySubscribers, lines: reachLines(notifySubscribers) });
      return exit.done;
    }
    const question = { document: FIGURES, variables: { org, id }, timeoutMs };
    const { campaign } = await management.answer<{ campaign: Campaign | null }>(question);
    if (!campaign) return fail('NOT_FOUND', `There is no message ${id} in this org.`);
    print(context, { format, value: campaign, lines: figureLines(campaign) });
    return exit.done;
  },
};

type Values = {
  readonly [Name in 'catalog' | 'plan' | 'title' | 'text' | 'file']?: string | undefined;
} & { readonly ask: boolean; readonly 'dry-run': boolean };

/** Reads the message. @throws USAGE where something is missing, or given twice */
function inputIn(context: CommandContext, values: Values, positionals: readonly string[]) {
  const { catalog, plan, title, text, file, ask, 'dry-run': dryRun } = values;
  const [product, ...others] = positionals;
  if (product === undefined || others.length > 0)
    return fail('USAGE', 'Name one product: gatehouse notify NAME:VERSION');
  if (catalog === undefined || title === undefined) return fail('USAGE', 'Give --catalog and --title.');
  if ((text === undefined) === (file === undefined)) return fail('USAGE', 'Give either --text or --file.');
  const written = text ?? readText(context, file ?? '');
  return { catalog, product, plan, title, text: written, askAcknowledgement: ask, dryRun };
}

function reachLines({ dryRun, consumerOrgs, subscriptions, members, mails, campaign }: Notified): string[] {
  const reach = `${quantity(subscriptions, 'subscription')}, ${quantity(members, 'person').replace('persons', 'people')}, ${quantity(mails, 'mail')}`;
  return [
    dryRun ? `Nothing was sent. It would reach: ${reach}.` : `Sent: ${reach}.`,
    ...consumerOrgs.map((name) => `  ${printable(name)}`),
    ...(campaign ? [`gatehouse notify --campaign ${campaign.id}`] : []),
  ];
}

function figureLines({
  title,
  product,
  plan,
  sentAt,
  sentBy,
  asksAcknowledgement,
  counts,
}: Campaign): string[] {
  const { consumerOrgs, subscriptions, read, acknowledged, moved, ended, calling } = counts;
  const about = plan === null ? product : `${product}, plan ${plan}`;
  return [
    `${printable(title)} (${printable(about)}), ${sentAt} by ${printable(sentBy)}`,
    `  read          ${read} of ${quantity(consumerOrgs, 'consumer org')}`,
    ...(asksAcknowledgement
      ? [`  acknowledged  ${acknowledged} of ${quantity(consumerOrgs, 'consumer org')}`]
      : []),
    `  moved         ${moved} of ${quantity(subscriptions, 'subscription')}`,
    `  ended         ${ended}`,
    `  still calling ${calling}`,
  ];
}

type Printed = { readonly format: string; readonly value: unknown; readonly lines: readonly string[] };

function print({ out }: CommandContext, { format, value, lines }: Printed): void {
  out.write(format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : `${lines.join('\n')}\n`);
}
