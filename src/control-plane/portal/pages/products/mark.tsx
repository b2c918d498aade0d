import type { PortalPageContext } from '../parts/page-context.ts';

type MarkProps = {
  readonly pageContext: PortalPageContext;
  /** A product or an API. */
  readonly of: { readonly name: string; readonly title: string; readonly iconPath: string | null };
  readonly size?: keyof typeof SIDES;
};

/** Pixels of a side; the style sheet has the same. */
const SIDES = { tiny: 20, small: 40, large: 56 } as const;
/** Shades of the style sheet that stand in for an icon. */
const SHADES = 6;

/** The icon of a product or an API. Without one it is the first letter, in a shade that the name decides. */
export function Mark({ pageContext: { base }, of: { name, title, iconPath }, size = 'small' }: MarkProps) {
  const side = SIDES[size];
  if (iconPath !== null)
    return (
      <img
        class={`mark mark-${size} mark-icon`}
        src={`${base}${iconPath}`}
        alt=""
        width={side}
        height={side}
        loading="lazy"
      />
    );
  return (
    <span class={`mark mark-${size} mark-shade-${shadeOf(name)}`} aria-hidden="true">
      {[...title][0]?.toUpperCase()}
    </span>
  );
}

/** The same for all versions, so that it is known again. */
const shadeOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7) % SHADES;
