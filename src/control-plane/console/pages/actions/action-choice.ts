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
  };
}

/** Makes the input of the mutation. */
export function inputOf(
  row: ActionRow,
  { org, catalog, ...thing }: CatalogProductAddress,
  { successor, plans, sunset }: ActionChoice,
) {
  const address = { org, catalog };
  const subject = versionedName(thing);
  const sunsetAt = row.hasSunset && sunset !== '' && { sunsetAt: `${sunset}T00:00:00Z` };
  if (row.succession) {
    const mapped = plans.filter(({ target }) => target !== '');
    return { ...address, old: subject, new: successor, plans: mapped, ...sunsetAt };
  }
  return { ...address, product: subject, ...sunsetAt };
}
