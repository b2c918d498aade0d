import type { HaltRule } from '../../../../domain/change-request/halt-rule.ts';
import type { Wave } from '../../../../domain/change-request/waves.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

type ShownWave = Omit<Wave, 'minutes'>;
type Rule = Omit<HaltRule, 'withoutCalls'>;
type Halt = { readonly wave: number; readonly takenBack: number; readonly restored: boolean };

/** The share of a wave, and those that it names. */
const shareOf = (wave: ShownWave, shown: { percent: string | null; subscriptions: string | null }): string =>
  [shown.percent, ...wave.groups, ...wave.consumerOrgs, ...wave.applications, shown.subscriptions]
    .filter((part) => part !== null)
    .join(', ');

const percentOf = (format: Formats, share: number): string =>
  `${format.number(Math.round(share * 1_000) / 10)} %`;

const en = (format: Formats) => ({
  title: 'Waves',
  lead: 'The subscriptions move little by little. Their calls are compared with those on the old version, and with their own before.',
  wave: 'Wave',
  whose: 'Whose',
  share: (wave: ShownWave) =>
    shareOf(wave, {
      percent: wave.percent === null ? null : `${format.number(wave.percent)} %`,
      subscriptions:
        wave.subscriptions.length === 0
          ? null
          : `${format.number(wave.subscriptions.length)} named subscriptions`,
    }),
  moved: 'Moved',
  time: 'Time',
  minutes: (minutes: number) => (minutes === 0 ? 'not watched' : `${format.number(minutes)} minutes`),
  until: 'until',
  waits: {
    CALLS: 'The wave waits for calls: there were too few to judge it.',
    FREEZE: 'The wave waits until the catalog is not frozen any more.',
  },
  figures: (number: number) => `Calls of wave ${format.number(number)}`,
  side: 'Subscriptions',
  sides: {
    moved: 'Moved, on the new version',
    rest: 'The rest, on the old version',
    before: 'Moved, in the hour before',
  },
  calls: 'Calls',
  serverErrors: 'Failed (5xx)',
  clientErrors: '4xx of the back-end',
  refused: 'Refused',
  p95: 'p95',
  count: (calls: number) => format.number(calls),
  of: (part: number, all: number) =>
    all === 0 ? format.number(part) : `${format.number(part)} (${percentOf(format, part / all)})`,
  ms: (ms: number | null) => (ms === null ? '–' : `${format.number(Math.round(ms))} ms`),
  rule: ({ serverErrors, clientErrors, refused, p95, minimumCalls, budget }: Rule) =>
    [
      'Halts where more than usual',
      [
        serverErrors === null ? null : `fail by ${percentOf(format, serverErrors)}`,
        clientErrors === null ? null : `are answered with 4xx by ${percentOf(format, clientErrors)}`,
        refused === null ? null : `are refused by ${percentOf(format, refused)}`,
        p95 === null ? null : `take ${format.number(p95)} times as long`,
      ]
        .filter((part) => part !== null)
        .join(', '),
      `from ${format.number(minimumCalls)} calls on`,
      budget === null ? '' : `or where more than ${format.number(budget)} calls fail in all`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  advance: 'Begin the next wave now',
  confirmAdvance: 'Begin the next wave without waiting?',
  halt: 'Halt and take back',
  confirmHalt: 'Halt the waves, and move all subscriptions back?',
  halted: ({ wave }: Halt) => `Wave ${format.number(wave)} was halted`,
  after: ({ takenBack, restored }: Halt) =>
    `${takenBack === 1 ? 'One subscription is' : `${format.number(takenBack)} subscriptions are`} on the old version again. ${restored ? 'The new version is as it was before.' : 'The new version was left as it is: somebody else uses it, or changed it.'}`,
  again: 'Begin again with the first wave',
});

const de: typeof en = (format) => ({
  title: 'Wellen',
  lead: 'Die Abonnements ziehen nach und nach um. Ihre Aufrufe werden mit denen auf der alten Version verglichen und mit ihren eigenen davor.',
  wave: 'Welle',
  whose: 'Wessen',
  share: (wave) =>
    shareOf(wave, {
      percent: wave.percent === null ? null : `${format.number(wave.percent)} %`,
      subscriptions:
        wave.subscriptions.length === 0
          ? null
          : `${format.number(wave.subscriptions.length)} genannte Abonnements`,
    }),
  moved: 'Umgezogen',
  time: 'Zeit',
  minutes: (minutes) => (minutes === 0 ? 'nicht beobachtet' : `${format.number(minutes)} Minuten`),
  until: 'bis',
  waits: {
    CALLS: 'Die Welle wartet auf Aufrufe: Es waren zu wenige, um sie zu beurteilen.',
    FREEZE: 'Die Welle wartet, bis der Katalog nicht mehr eingefroren ist.',
  },
  figures: (number) => `Aufrufe der Welle ${format.number(number)}`,
  side: 'Abonnements',
  sides: {
    moved: 'Umgezogen, auf der neuen Version',
    rest: 'Die übrigen, auf der alten Version',
    before: 'Umgezogen, in der Stunde davor',
  },
  calls: 'Aufrufe',
  serverErrors: 'Fehlgeschlagen (5xx)',
  clientErrors: '4xx des Backends',
  refused: 'Abgewiesen',
  p95: 'p95',
  count: (calls) => format.number(calls),
  of: (part, all) =>
    all === 0 ? format.number(part) : `${format.number(part)} (${percentOf(format, part / all)})`,
  ms: (ms) => (ms === null ? '–' : `${format.number(Math.round(ms))} ms`),
  rule: ({ serverErrors, clientErrors, refused, p95, minimumCalls, budget }) =>
    [
      'Hält an, wo mehr als üblich',
      [
        serverErrors === null ? null : `um ${percentOf(format, serverErrors)} fehlschlagen`,
        clientErrors === null ? null : `um ${percentOf(format, clientErrors)} mit 4xx beantwortet werden`,
        refused === null ? null : `um ${percentOf(format, refused)} abgewiesen werden`,
        p95 === null ? null : `${format.number(p95)}-mal so lange dauern`,
      ]
        .filter((part) => part !== null)
        .join(', '),
      `ab ${format.number(minimumCalls)} Aufrufen`,
      budget === null ? '' : `oder wo insgesamt mehr als ${format.number(budget)} Aufrufe fehlschlagen`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  advance: 'Nächste Welle jetzt beginnen',
  confirmAdvance: 'Die nächste Welle beginnen, ohne zu warten?',
  halt: 'Anhalten und zurücknehmen',
  confirmHalt: 'Die Wellen anhalten und alle Abonnements zurückholen?',
  halted: ({ wave }) => `Welle ${format.number(wave)} wurde angehalten`,
  after: ({ takenBack, restored }) =>
    `${takenBack === 1 ? 'Ein Abonnement ist' : `${format.number(takenBack)} Abonnements sind`} wieder auf der alten Version. ${restored ? 'Die neue Version ist, wie sie vorher war.' : 'Die neue Version wurde gelassen, wie sie ist: Jemand anderes nutzt sie oder hat sie geändert.'}`,
  again: 'Mit der ersten Welle neu beginnen',
});

/** Texts of the waves of a change request. */
export const waveTexts = { en, de } satisfies Texts;
