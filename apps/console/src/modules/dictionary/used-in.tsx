import type { Usage } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** Where rows refer to a code, with the way there. */
export function UsedIn({ usages }: { usages: readonly Usage[] }): ReactNode {
  const text = useText();
  if (usages.length === 0) return <span className="ey-muted">{text('dictionary.notUsed')}</span>;
  return (
    <span className="ey-stack">
      {usages.map(({ kind, count, link }) => {
        const words = text(`dictionary.usage.${kind}`, { count });
        return link ? (
          <a key={kind} href={`#${link}`}>
            {words}
          </a>
        ) : (
          <span key={kind}>{words}</span>
        );
      })}
    </span>
  );
}
