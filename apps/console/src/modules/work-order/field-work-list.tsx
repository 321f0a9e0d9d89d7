import type { FieldWork } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** What people brought from the field, also those who did not close the order. */
export function FieldWorkList({ works }: { works: readonly FieldWork[] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (works.length === 0) return null;
  return (
    <>
      <h2>{text('workOrder.field.work')}</h2>
      <ol className="order-log ey-grid ey-gap-8">
        {works.map(({ by, note, before, after, doneAt, receivedAt }) => (
          <li key={`${receivedAt} ${by}`}>
            <bdi>
              {text('workOrder.field.workRow', {
                by,
                done: figures.time(doneAt),
                arrived: figures.time(receivedAt),
              })}
            </bdi>
            <bdi>{note}</bdi>
            <span className="field-pictures ey-flow ey-gap-8">
              {[
                ...before.map((one) => ['before', one] as const),
                ...after.map((one) => ['after', one] as const),
              ].map(([stage, { mediaOID, url }], at) => (
                <a key={`${stage} ${mediaOID}`} href={url} target="_blank" rel="noreferrer">
                  <img
                    src={url}
                    loading="lazy"
                    alt={text('workOrder.field.photoShown', {
                      stage: text(stage === 'before' ? 'workOrder.before' : 'workOrder.after'),
                      index: stage === 'before' ? at + 1 : at + 1 - before.length,
                    })}
                  />
                </a>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
