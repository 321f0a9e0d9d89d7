import type { ReactNode } from 'react';

/** What is known about a thing: its name, by which it is told from the others, and the value. */
export type Fact = readonly [name: string, value: ReactNode];

export interface FactListProps {
  facts: readonly Fact[];
  /** Draws it; there is no look of its own. */
  className?: string;
}

/** Facts of a record, one a line, each read with its name. */
export function FactList({ facts, className }: FactListProps): ReactNode {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
