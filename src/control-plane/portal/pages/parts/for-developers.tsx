import type { Child } from 'hono/jsx';
import type { Column } from '../../../../ui/components/table.tsx';
import type { PortalPageContext } from './page-context.ts';

/** Tells whether somebody sees forms and buttons that change things. What a viewer sends all the same is refused. */
export const allowsChange = ({ frame }: PortalPageContext): boolean => frame.viewer?.role !== 'VIEWER';

type ForDevelopersProps = { readonly pageContext: PortalPageContext; readonly children?: Child };

/** Forms and buttons that a viewer of the organization does not see. */
export function ForDevelopers({ pageContext, children }: ForDevelopersProps) {
  return allowsChange(pageContext) ? children : null;
}

/** The column of what can be changed in a row, for who sees such things. */
export const columnsForDevelopers = <Row,>(
  pageContext: PortalPageContext,
  column: Column<Row>,
): readonly Column<Row>[] => (allowsChange(pageContext) ? [column] : []);
