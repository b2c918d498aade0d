import { type PriceDraft, priceChargeLine, readPriceCharge } from '../../../../domain/plan/price.ts';
import { short } from '../../../../foundation/text/listed.ts';
import { type PageRefusal, refuseForm } from '../../../../graphql/server/run-document.ts';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { sentencesOf } from '../../../../ui/kit/form.ts';
import { type PageTexts, useTexts } from './texts.ts';

/** The fields of a price in a form. */
export const PRICE_FIELDS = ['currency', 'amount', 'charges'] as const;

type PriceForm = Readonly<Record<(typeof PRICE_FIELDS)[number], string>>;
type PriceInForm = Parameters<typeof priceChargeLine>[0];

/**
 * Reads the price of a form for an input. Decimals are as the language of the page writes them. Without any field it is
 * none.
 *
 * @throws PageRefusal for a line that is no charge, and for a decimal that another language would read otherwise
 */
export function priceIn(form: PriceForm, path: readonly string[], texts: Pick<PageTexts, 'text' | 'format'>) {
  if (PRICE_FIELDS.every((name) => form[name].trim() === '')) return undefined;
  const ofCharges = [...path, 'price', 'charges'];
  return {
    currency: form.currency.trim().toUpperCase(),
    amount: decimalIn(form.amount.trim() || '0', [...path, 'price', 'amount'], texts),
    charges: sentencesOf(form.charges).map((line) => chargeIn(line, ofCharges, texts)),
  } satisfies PriceDraft;
}

/** The price that a charge begins with. The rest of a line is the same in all languages. */
const PRICED = /^(?<price>[\d.,]+)(?<rest>\s.*)$/;

function chargeIn(line: string, path: readonly string[], texts: Pick<PageTexts, 'text' | 'format'>) {
  const { price, rest } = PRICED.exec(line)?.groups ?? {};
  const charge = price && readPriceCharge(`${decimalIn(price, path, texts)}${rest}`);
  return charge || refuseForm(texts.text.priceFields.notOne(JSON.stringify(short(line))), path);
}

function decimalIn(
  typed: string,
  path: readonly string[],
  { text, format }: Pick<PageTexts, 'text' | 'format'>,
): string {
  return (
    format.readDecimal(typed) ?? refuseForm(text.priceFields.noDecimal(JSON.stringify(short(typed))), path)
  );
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
  const { text, format } = useTexts();
  const { priceFields } = text;
  const charges = (price?.charges ?? []).map((charge) =>
    priceChargeLine({ ...charge, unitPrice: format.decimal(charge.unitPrice) }),
  );
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
          hint={priceFields.amountHint}
          value={price ? format.decimal(price.amount) : undefined}
          refused={refused}
        />
      </div>
      <LinesField
        name="charges"
        id={`${id}-charges`}
        label={priceFields.charges}
        hint={priceFields.chargesHint}
        value={charges.join('\n')}
        refused={refused}
      />
    </>
  );
}
