import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useUiTexts } from './ui-texts.tsx';
import './list-page.css';

export interface FilterRowProps {
  children: ReactNode;
  /** Shown while something is filtered. */
  onReset?: (() => void) | undefined;
}

/** Filters above a list; they stay while the list scrolls. */
export function FilterRow({ children, onReset }: FilterRowProps): ReactNode {
  const texts = useUiTexts();
  return (
    <search className="ey-filters">
      {children}
      {onReset ? (
        <Button type="text" onClick={onReset}>
          {texts.reset}
        </Button>
      ) : null}
    </search>
  );
}

export interface ListPageProps {
  title: ReactNode;
  /** The one main action. */
  action?: ReactNode;
  filters?: ReactNode;
  /** The table; it fills what is left of the page. */
  children: ReactNode;
}

/** A page that is one list: title and main action, filters, table. */
export function ListPage({ title, action, filters, children }: ListPageProps): ReactNode {
  return (
    <div className="ey-list-page">
      <div className="ey-list-head">
        <h1>{title}</h1>
        {action}
      </div>
      {filters}
      <div className="ey-list-body">{children}</div>
    </div>
  );
}
