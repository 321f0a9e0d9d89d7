import type { ReactNode } from 'react';

/** What is known about a thing: its name, by which it is told from the others, the value, and how the name is drawn. */
export type Fact = readonly [name: string, value: ReactNode, drawn?: ReactNode];

export interface FactListProps {
  facts: readonly Fact[];
  /** Draws it; there is no look of its own. */
  className?: string;
}

/** Facts of a record, one a line, each read with its name. */
export function FactList({ facts, className }: FactListProps): ReactNode {
  return (
    <dl className={className}>
      {facts.map(([name, value, drawn = name]) => (
        <div key={name}>
          <dt>{drawn}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
