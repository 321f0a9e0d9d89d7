import { Skeleton } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useExplain, type CodeFacts } from '../../platform/explain.ts';
import { useText } from '../../platform/text.tsx';

/** What a code means, in a line; the bare code until the words are here. */
export function Meaning({ facts }: { facts: CodeFacts }): ReactNode {
  const explain = useExplain();
  return <bdi>{explain ? explain(facts).meaning : facts.code}</bdi>;
}

/** Meaning, cause and next step of a code. */
export function Explained({ facts }: { facts: CodeFacts }): ReactNode {
  const text = useText();
  const explain = useExplain();
  if (!explain) return <Skeleton />;
  const { meaning, cause, nextStep } = explain(facts);
  return (
    <div className="explained">
      <h3>
        <bdi>{meaning}</bdi>
      </h3>
      <dl>
        <dt>{text('deviceHealth.cause')}</dt>
        <dd>{cause}</dd>
        <dt>{text('deviceHealth.nextStep')}</dt>
        <dd>
          <strong>{nextStep}</strong>
        </dd>
      </dl>
    </div>
  );
}
