import { versionedName } from '../../../../foundation/text/version.ts';
import type { CatalogProductAddress } from '../parts/console-paths.ts';
import type { ActionDetails } from './action-query.ts';
import type { ActionRow } from './action-table.ts';

/** Values of a form by their names. */
export type FormValues = Readonly<Record<string, string>>;

type PlanChoice = { readonly source: string; readonly target: string };

/** The choices that a form makes, with those that were filled in. */
export type ActionChoice = {
  /** The new product, by name and version. Empty where none is chosen. */
  readonly successor: string;
  readonly plans: readonly PlanChoice[];
  /** A day, as 2026-01-31; empty for none. */
  readonly sunset: string;
  /** Days without calls; empty for none. */
  readonly idleDays: string;
};

/** Name of the field that chooses the target of a plan. */
export const planField = (source: string) => `plan.${source}`;

/** Reads a form. Another product than a version of the same is never chosen by itself. A plan goes to the one of the same name, unless the form says otherwise. */
export function choiceOf({ product, candidates }: ActionDetails, values: FormValues): ActionChoice {
  const chosen =
    candidates.find((each) => versionedName(each) === values['new']) ??
    candidates.find(({ name }) => name === product?.name);
  const offered = new Set(chosen?.plans.map(({ name }) => name));
  const targetOf = (source: string) => {
    const said = values[planField(source)];
    if (said === '' || (said !== undefined && offered.has(said))) return said;
    return offered.has(source) ? source : '';
  };
  return {
    successor: chosen ? versionedName(chosen) : '',
    plans: (product?.plans ?? []).map(({ name }) => ({ source: name, target: targetOf(name) })),
    sunset: values['sunsetAt'] ?? '',
    idleDays: values['sunsetIfIdleDays'] ?? '',
  };
}

/** Makes the input of the mutation. */
export function inputOf(
  row: ActionRow,
  { org, catalog, ...thing }: CatalogProductAddress,
  { successor, plans, ...choice }: ActionChoice,
) {
  const address = { org, catalog };
  const subject = versionedName(thing);
  const sunset = row.hasSunset && sunsetOf(choice);
  if (row.succession) {
    const mapped = plans.filter(({ target }) => target !== '');
    return { ...address, old: subject, new: successor, plans: mapped, ...sunset };
  }
  return { ...address, product: subject, ...sunset };
}

const DIGITS = /^\d{1,9}$/;

/** Makes the members of a sunset. Days that are no number are refused as none are. */
const sunsetOf = ({ sunset, idleDays }: Pick<ActionChoice, 'sunset' | 'idleDays'>) => ({
  ...(sunset !== '' && { sunsetAt: `${sunset}T00:00:00Z` }),
  ...(idleDays !== '' && { sunsetIfIdleDays: DIGITS.test(idleDays) ? Number(idleDays) : 0 }),
});
