import { SelectField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';

type Catalog = { readonly name: string; readonly title: string };

type AssignmentProps = {
  /** Address of the form. */
  readonly path: string;
  readonly catalogs: readonly Catalog[];
  /** The names of those where it is assigned already. */
  readonly assigned: readonly string[];
};

/** Assigns something to another catalog, as long as there is one. */
export function Assignment({ path, catalogs, assigned }: AssignmentProps) {
  const text = useTexts().text.oauth.assignment;
  const others = catalogs.filter(({ name }) => !assigned.includes(name));
  const [first] = others;
  if (!first) return null;
  return (
    <form method="post" action={path} class="section card form-row">
      <SelectField
        name="catalog"
        label={text.catalog}
        options={others.map(({ name, title }) => ({ value: name, label: title }))}
        value={first.name}
      />
      <div class="form-row-end">
        <button class="button" type="submit" name="action" value="assign">
          {text.assign}
        </button>
      </div>
    </form>
  );
}

type UnassignmentProps = {
  readonly path: string;
  readonly catalog: Catalog;
  /** Question before the removal, which names its effect. */
  readonly question: string;
};

/** Takes something from a catalog. */
export function Unassignment({ path, catalog: { name, title }, question }: UnassignmentProps) {
  const text = useTexts().text.oauth.assignment;
  return (
    <form method="post" action={path} data-confirm={question}>
      <input type="hidden" name="catalog" value={name} />
      <button class="button button-small button-danger" type="submit" name="action" value="unassign">
        {text.takeAway}
        <span class="visually-hidden"> {text.from(title)}</span>
      </button>
    </form>
  );
}
