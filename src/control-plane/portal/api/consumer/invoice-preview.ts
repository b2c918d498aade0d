import { writeDecimal } from '../../../../domain/plan/decimal.ts';
import { type InvoiceLine, totalsOf, writeMonth } from '../../../../domain/plan/invoice.ts';
import { digitsOf, type Price } from '../../../../domain/plan/price.ts';
import { cut } from '../../../../graphql/server/take-skip.ts';
import {
  type InvoicePreview,
  invoicePreview,
  monthIn,
  type SubscriptionInvoice,
} from '../../../consumer/invoice-preview.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { PortalPrice, PortalPriceCharge } from '../product/price.ts';

type PricedLine = InvoiceLine & { readonly price: Price };
type Money = { readonly currency: string; readonly amount: string };

export const PortalMoney = builder.objectRef<Money>('PortalMoney').implement({
  description: 'An amount in a currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'The code of the currency by ISO 4217.' }),
    amount: t.expose('amount', {
      type: 'Decimal',
      description: 'The amount, with the digits of the currency.',
    }),
  }),
});

const InvoiceLineRef = builder.objectRef<PricedLine>('PortalInvoiceLine').implement({
  description: 'A line of an invoice: the base amount of a period, or a charge for what was used in it.',
  fields: (t) => ({
    charge: t.field({
      type: PortalPriceCharge,
      nullable: true,
      description: 'The charge; null is the base amount.',
      resolve: ({ charge }) => charge,
    }),
    used: t.float({ description: 'The units that were used.', resolve: ({ used }) => Number(used) }),
    included: t.float({
      description: 'The units that the period includes: of a part of the month their part, rounded down.',
      resolve: ({ included }) => Number(included),
    }),
    billable: t.float({
      description: 'The units beyond those.',
      resolve: ({ billable }) => Number(billable),
    }),
    amount: t.field({
      type: 'Decimal',
      description: 'The amount, rounded half up to the digits of the currency.',
      resolve: ({ amount, price }) => writeDecimal(amount, digitsOf(price.currency)),
    }),
  }),
});

const InvoicePeriodRef = builder.objectRef<SubscriptionInvoice>('PortalInvoicePeriod').implement({
  description: 'A time of the month for which a subscription had one plan at one price.',
  fields: (t) => ({
    subscription: t.id({
      description: 'The id of the subscription.',
      resolve: (period) => period.subscriptionId,
    }),
    application: t.exposeString('application', { description: 'The name of its application.' }),
    product: t.expose('product', { type: 'VersionedName', description: 'The product.' }),
    plan: t.exposeString('plan', { description: 'The name of the plan.' }),
    price: t.field({
      type: PortalPrice,
      description: 'The price that held. A member has accepted it, or one that is not less.',
      resolve: ({ price }) => price,
    }),
    from: t.expose('from', { type: 'DateTime', description: 'Its first hour.' }),
    to: t.expose('to', { type: 'DateTime', description: 'The end of its last hour.' }),
    lines: t.field({
      type: [InvoiceLineRef],
      description: 'Its lines, the base amount first.',
      resolve: ({ lines, price }) => lines.map((line) => ({ ...line, price })),
    }),
  }),
});

const InvoicePreviewRef = builder.objectRef<InvoicePreview>('PortalInvoicePreview').implement({
  description:
    'What a month would be invoiced at, by what is counted now. Nothing is charged. Until the month is over, a period that lasts is taken to last until its end.',
  fields: (t) => ({
    month: t.string({
      description: 'Year and month (UTC): `2026-11`.',
      resolve: ({ month }) => writeMonth(month),
    }),
    periods: t.field({
      type: [InvoicePeriodRef],
      description: 'The periods of each subscription that cost something, in their order.',
      args: partArgs,
      resolve: ({ periods }, part) => cut(periods, part),
    }),
    totals: t.field({
      type: [PortalMoney],
      description: 'The sum of all lines in each currency.',
      resolve: ({ periods }) =>
        [...totalsOf(periods)].map(([currency, amount]) => ({
          currency,
          amount: writeDecimal(amount, digitsOf(currency)),
        })),
    }),
  }),
});

builder.queryField('invoicePreview', (t) =>
  t.field({
    type: InvoicePreviewRef,
    description: "Previews what the viewer's consumer organization would be invoiced for a month.",
    args: { month: t.arg.string({ required: true, description: 'Year and month (UTC): `2026-11`.' }) },
    resolve: (_root, { month }, context) => {
      const { consumerOrg } = demandViewer(context);
      return invoicePreview(context.database, { consumerOrgId: consumerOrg.id }, monthIn(month, ['month']));
    },
  }),
);

builder.prismaObjectField('Subscription', 'invoicePreview', (t) =>
  t.field({
    type: InvoicePreviewRef,
    description: 'Previews what it would be invoiced at for a month.',
    args: { month: t.arg.string({ required: true, description: 'Year and month (UTC): `2026-11`.' }) },
    select: { id: true },
    resolve: ({ id: subscriptionId }, { month }, { database }) =>
      invoicePreview(database, { subscriptionId }, monthIn(month, ['month'])),
  }),
);
