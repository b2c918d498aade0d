import { useTexts } from './texts.ts';

type CrumbsProps = {
  readonly org: string;
  /** The pages above this one, the overview aside. */
  readonly trail?: readonly { readonly title: string; readonly href: string }[];
};

/** Links to the pages above, from the overview of the org. */
export function Crumbs({ org, trail = [] }: CrumbsProps) {
  const { text } = useTexts();
  const crumbs = [{ title: text.menu['/console/overview'], href: `/console/overview?org=${org}` }, ...trail];
  return (
    <nav aria-label={text.crumbs} class="crumbs">
      {crumbs.map(({ title, href }, index) => (
        <>
          {index > 0 && ' / '}
          <a class="link" href={href}>
            {title}
          </a>
        </>
      ))}
    </nav>
  );
}
