import { type PriceDraft, priceChargeLine, readPriceCharge } from '../../../../domain/plan/price.ts';
import { short } from '../../../../foundation/text/listed.ts';
import { type PageRefusal, refuseForm } from '../../../../graphql/server/run-document.ts';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { sentencesOf } from '../../../../ui/kit/form.ts';
import type { Messages } from '../messages.ts';
import { useTexts } from './texts.ts';

/** The fields of a price in a form. */
export const PRICE_FIELDS = ['currency', 'amount', 'charges'] as const;

type PriceForm = Readonly<Record<(typeof PRICE_FIELDS)[number], string>>;
type PriceInForm = Parameters<typeof priceChargeLine>[0];

/**
 * Reads the price of a form for an input. Without any field it is none.
 *
 * @throws PageRefusal for a line that is no charge, by the text `notOne`
 */
export function priceIn(form: PriceForm, path: readonly string[], { notOne }: Messages['priceFields']) {
  if (PRICE_FIELDS.every((name) => form[name].trim() === '')) return undefined;
  return {
    currency: form.currency.trim().toUpperCase(),
    amount: form.amount.trim() || '0',
    charges: sentencesOf(form.charges).map(
      (line) =>
        readPriceCharge(line) ??
        refuseForm(notOne(JSON.stringify(short(line))), [...path, 'price', 'charges']),
    ),
  } satisfies PriceDraft;
}

type PriceFieldsProps = {
  /** Begins the ids of the fields, which several forms of a page may have. */
  readonly id: string;
  readonly price:
    | { readonly currency: string; readonly amount: string; readonly charges: readonly PriceInForm[] }
    | null
    | undefined;
  readonly refused: PageRefusal | undefined;
};

/** The fields of the price of a plan. */
export function PriceFields({ id, price, refused }: PriceFieldsProps) {
  const { priceFields } = useTexts().text;
  return (
    <>
      <div class="columns">
        <Field
          name="currency"
          id={`${id}-currency`}
          label={priceFields.currency}
          hint={priceFields.currencyHint}
          value={price?.currency}
          refused={refused}
          maxlength={3}
        />
        <Field
          name="amount"
          id={`${id}-amount`}
          label={priceFields.amount}
          value={price?.amount}
          refused={refused}
        />
      </div>
      <LinesField
        name="charges"
        id={`${id}-charges`}
        label={priceFields.charges}
        hint={priceFields.chargesHint}
        value={(price?.charges ?? []).map(priceChargeLine).join('\n')}
        refused={refused}
      />
    </>
  );
}
