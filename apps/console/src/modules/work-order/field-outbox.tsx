import { useConfirm } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText, type TextOf } from '../../platform/text.tsx';
import { photoGone, type FieldQueue, type FieldWorkItem } from './field-queue.ts';

/** How a step stands, and what became of the work in it. */
const wordsOf = (item: FieldWorkItem, text: TextOf): readonly string[] => {
  const { orderName: name, step, phase, answer, fault } = item;
  if (phase === 'refused') {
    const why = fault === photoGone ? text('workOrder.field.photoGone') : (fault ?? '');
    return [text('workOrder.field.refused', { name, why })];
  }
  if (!answer)
    return [
      text(step === 'claim' ? 'workOrder.field.claimWaits' : 'workOrder.field.completeWaits', { name }),
    ];
  const kept = step === 'complete' ? [text('workOrder.field.workKept')] : [];
  const { standing, by, state } = answer;
  if (standing === 'claimedByOther' || standing === 'givenToOther')
    return [text(`workOrder.field.${standing}`, { name, by: by ?? '–' }), ...kept];
  return [text('workOrder.field.orderClosed', { name, state: text(`workOrder.state.${state}`) }), ...kept];
};

function Step({ item, queue }: { item: FieldWorkItem; queue: FieldQueue }): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const { phase, step } = item;
  const discard = async (): Promise<void> => {
    if (await confirm({ title: text('app.discardTitle'), verb: text('app.discard'), danger: true }))
      await queue.drop(item);
  };
  const again = (): void => {
    if (step === 'complete') void queue.put({ ...item, phase: 'draft', fault: null });
    else void queue.put({ ...item, phase: 'waiting', fault: null }).then(() => queue.send());
  };
  return (
    <li>
      {wordsOf(item, text).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {phase === 'answered' ? (
        <Button onClick={() => void queue.drop(item)}>{text('workOrder.field.seen')}</Button>
      ) : null}
      {phase === 'refused' ? (
        <>
          <Button onClick={again}>{text(step === 'claim' ? 'app.retry' : 'workOrder.field.change')}</Button>
          <Button danger onClick={() => void discard()}>
            {text('app.discard')}
          </Button>
        </>
      ) : null}
    </li>
  );
}

/** What the server does not have yet, and where it answered that an order stands otherwise. */
export function FieldOutbox({
  items,
  queue,
}: {
  items: readonly FieldWorkItem[];
  queue: FieldQueue;
}): ReactNode {
  const text = useText();
  const shown = items.filter(({ phase }) => phase !== 'draft');
  if (shown.length === 0) return null;
  return (
    <section className="field-outbox" aria-live="polite">
      <h2>{text('workOrder.field.outbox')}</h2>
      <ul>
        {shown.map((item) => (
          <Step key={item.key} {...{ item, queue }} />
        ))}
      </ul>
    </section>
  );
}
