import type { ReactNode } from 'react';

/** What a device says of itself, a line each; what it leaves unsaid is left out. */
export function FactLines({ facts }: { facts: readonly (string | null)[] }): ReactNode {
  return (
    <div role="status">
      {facts
        .filter((one) => one !== null)
        .map((one) => (
          <p key={one} className="list-hint">
            {one}
          </p>
        ))}
    </div>
  );
}
