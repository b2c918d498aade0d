import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Icon } from '../../../../ui/components/icon.tsx';
import type { Column } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import type { DoneKey } from '../parts/done-notice.tsx';
import type { Member } from '../parts/schema-query.ts';
import { useTexts } from '../parts/texts.ts';
import { type Plan, UPDATE_PLAN } from '../products/product-query.ts';
import type { ApiAddress } from './api-query.ts';
import { API_PLANS, type ProductOfSchema } from './schema-query.ts';

/** Id of the form that every eye sends. A form around the table would stand around the search, too. */
const FORM = 'eyes';

type EyesFormProps = { readonly path: string; readonly product: ProductOfSchema };

/** The form of the eyes. An eye is a button that says what to hide or to show. */
export function EyesForm({ path, product }: EyesFormProps) {
  return (
    <form id={FORM} method="post" action={path}>
      <input type="hidden" name="action" value="eye" />
      <input type="hidden" name="of" value={versionedName(product)} />
    </form>
  );
}

/** A part of a schema, with the parts that hide it when they are hidden. */
type HidablePart = { readonly coordinate: string; readonly within: readonly string[] };

/** A column of eyes: whether subscribers of a plan see a member of a type. */
export const planColumn = (plan: Plan, type: string, mayChange: boolean): Column<Member> => ({
  heading: plan.title,
  cell: ({ coordinate, namedType }) => (
    <Eye
      plan={plan}
      part={{ coordinate, within: [type, ...(namedType === null ? [] : [namedType])] }}
      mayChange={mayChange}
    />
  ),
});

type EyeProps = { readonly plan: Plan; readonly part: HidablePart; readonly mayChange: boolean };

/** Tells whether a plan shows a part of the schema. Its button changes that. */
export function Eye({ plan, part: { coordinate, within }, mayChange }: EyeProps) {
  const text = useTexts().text.apis.eyes;
  const isHidden = plan.hiddenGraphQL.includes(coordinate);
  const cause = isHidden ? undefined : within.find((each) => plan.hiddenGraphQL.includes(each));
  if (cause !== undefined)
    return (
      <span class="small quiet">
        <Icon name="eye-off" /> {text.hiddenWith(cause)}
      </span>
    );
  if (!mayChange) return <span class="small quiet">{isHidden ? text.hidden : text.seen}</span>;
  const label = (isHidden ? text.show : text.hide)(coordinate, plan.title);
  return (
    <button
      class={`button button-icon button-small${isHidden ? ' eye-hidden' : ''}`}
      type="submit"
      form={FORM}
      name="eye"
      value={`${plan.name} ${isHidden ? 'show' : 'hide'} ${coordinate}`}
      title={label}
      aria-label={label}
    >
      <Icon name={isHidden ? 'eye-off' : 'eye'} />
    </button>
  );
}

/**
 * Hides a part of the schema from a plan, or shows it.
 *
 * @throws NOT_FOUND and BAD_USER_INPUT of `updatePlan`, for example where nothing would be left to see
 */
export async function pressEye(c: Context<ConsoleEnv>, address: ApiAddress): Promise<DoneKey> {
  const { run } = c.var.pageContext.session;
  const { eye, of } = await readForm(c, 'eye', 'of');
  const [name = '', verb, coordinate = ''] = eye.split(' ');
  const { api } = await run(API_PLANS, address);
  const product = api?.products.find((each) => versionedName(each) === of);
  const plan = product?.plans.find((each) => each.name === name);
  const others = (plan?.hiddenGraphQL ?? []).filter((each) => each !== coordinate);
  const hiddenGraphQL = verb === 'hide' ? [...others, coordinate] : others;
  const terms = { title: name, ...plan, hiddenGraphQL };
  await run(UPDATE_PLAN, { input: { org: address.org, product: of, name, plan: terms } });
  return 'productSaved';
}
