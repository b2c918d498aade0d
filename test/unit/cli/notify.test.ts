import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const answerWith = (data: object) => gatehouse.answer(() => Response.json({ data }));
const reach = { consumerOrgs: ['shop', 'travel'], subscriptions: 3, members: 1, mails: 0 };
const MESSAGE = ['notify', 'customer:1.0.0', '--catalog', 'sandbox', '--title', 'Prices'] as const;

describe('gatehouse notify', () => {
  it('says whom a message would reach, and sends nothing', async () => {
    answerWith({ notifySubscribers: { ...reach, dryRun: true, campaign: null } });
    const done = await gatehouse.run(...MESSAGE, '--text', 'From May on.', '--plan', 'gold', '--dry-run');
    expect(done).toEqual({
      code: 0,
      stdout: 'Nothing was sent. It would reach: 3 subscriptions, 1 person, 0 mails.\n  shop\n  travel\n',
      stderr: '',
    });
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({
      variables: {
        input: {
          catalog: 'sandbox',
          product: 'customer:1.0.0',
          plan: 'gold',
          title: 'Prices',
          text: 'From May on.',
          askAcknowledgement: false,
          dryRun: true,
        },
      },
    });
  });

  it('sends a text from a file, and names the command that tells what became of it', async () => {
    writeFileSync(join(gatehouse.folder, 'prices.md'), 'From **May** on.');
    answerWith({ notifySubscribers: { ...reach, dryRun: false, campaign: { id: 'c1' } } });
    const { stdout } = await gatehouse.run(...MESSAGE, '-f', 'prices.md', '--ask');
    expect(stdout).toContain('Sent: 3 subscriptions');
    expect(stdout).toContain('gatehouse notify --campaign c1\n');
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({
      variables: { input: { text: 'From **May** on.', askAcknowledgement: true, dryRun: false } },
    });
  });

  it('tells what became of a message', async () => {
    const counts = {
      consumerOrgs: 2,
      subscriptions: 3,
      read: 1,
      acknowledged: 1,
      moved: 2,
      ended: 0,
      calling: 1,
    };
    const campaign = {
      id: 'c1',
      product: 'customer:1.0.0',
      plan: null,
      title: 'Prices',
      sentAt: '2027-01-01T10:00:00Z',
      sentBy: 'token:ci',
      asksAcknowledgement: true,
      counts,
    };
    answerWith({ campaign });
    expect((await gatehouse.run('notify', '--campaign', 'c1')).stdout).toBe(
      [
        'Prices (customer:1.0.0), 2027-01-01T10:00:00Z by token:ci',
        '  read          1 of 2 consumer orgs',
        '  acknowledged  1 of 2 consumer orgs',
        '  moved         2 of 3 subscriptions',
        '  ended         0',
        '  still calling 1',
        '',
      ].join('\n'),
    );
    const { stdout } = await gatehouse.run('notify', '--campaign', 'c1', '-o', 'json');
    expect(JSON.parse(stdout)).toEqual(campaign);
    answerWith({ campaign: null });
    expect(await gatehouse.run('notify', '--campaign', 'c2')).toMatchObject({ code: 1 });
  });

  it('is a wrong call where something is missing, or given twice', async () => {
    for (const args of [
      ['notify'],
      ['notify', 'customer:1.0.0', '--title', 'T', '--text', 'x'],
      [...MESSAGE],
      [...MESSAGE, '--text', 'x', '-f', 'x.md'],
      ['notify', 'customer:1.0.0', '--campaign', 'c1'],
    ])
      expect(await gatehouse.run(...args)).toMatchObject({ code: 2, stdout: '' });
    expect(gatehouse.sent).toEqual([]);
  });
});
