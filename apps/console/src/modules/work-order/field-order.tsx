import { lastWord, workOrderCalls, type FieldStep, type WorkOrderRecord } from '@eyrie/domain';
import { Button, Input } from 'antd';
import { useId, useRef, type ReactNode } from 'react';
import { newKey } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { FieldPhotos } from './field-photos.tsx';
import { fieldStages, type FieldQueue, type FieldWorkItem } from './field-queue.ts';
import { fieldMoment } from './use-field-work.ts';

const mostLetters = 1_000;
type FieldOrderRecord = Pick<WorkOrderRecord, 'oid' | 'name' | 'allowed'>;

const begun = ({ oid, name }: Pick<WorkOrderRecord, 'oid' | 'name'>, step: FieldStep): FieldWorkItem => ({
  key: newKey(),
  orderOID: oid,
  orderName: name,
  step,
  note: '',
  photos: [],
  doneAt: fieldMoment(),
  phase: step === 'claim' ? 'waiting' : 'draft',
  answer: null,
  fault: null,
});

/** What is written and photographed of an order: kept with every letter, and sent when it is complete. */
function CompleteForm(props: {
  order: FieldOrderRecord;
  draft: FieldWorkItem | undefined;
  queue: FieldQueue;
}): ReactNode {
  const { order, draft, queue } = props;
  const text = useText();
  const id = useId();
  // Of two photos that come at once the second must not begin another step.
  const first = useRef<FieldWorkItem | null>(null);
  const current = (): FieldWorkItem => {
    if (draft) return draft;
    first.current ??= begun(order, 'complete');
    return first.current;
  };
  const photos = draft?.photos ?? [];
  const note = draft?.note ?? '';
  const missing = note.trim() === '';
  const finish = async (): Promise<void> => {
    await queue.put({ ...current(), phase: 'waiting', fault: null, doneAt: fieldMoment() });
    await queue.send();
  };
  return (
    <form
      className="field-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing) void finish();
      }}
    >
      {fieldStages.map((stage) => (
        <FieldPhotos
          key={stage}
          photos={photos.filter((photo) => photo.stage === stage)}
          onAdd={(photo, picture) =>
            void queue.addPhoto(current(), { ...photo, id: newKey(), mediaOID: null }, picture)
          }
          onRemove={(photoId) => void queue.removePhoto(current().key, photoId)}
          {...{ stage, queue }}
        />
      ))}
      <label htmlFor={id}>{text('workOrder.field.note')}</label>
      <Input.TextArea
        id={id}
        value={note}
        autoSize={{ minRows: 3 }}
        count={{ show: true, max: mostLetters, exceedFormatter: (value, { max }) => value.slice(0, max) }}
        onChange={({ target }) => void queue.put({ ...current(), note: target.value })}
      />
      <Button block type="primary" size="large" htmlType="submit" disabled={missing}>
        {text('workOrder.move.complete')}
      </Button>
      {missing ? <p className="ey-muted">{text('workOrder.field.noteMissing')}</p> : null}
    </form>
  );
}

/** Claims and completes an order with a phone, with a connection or without one. */
export function FieldOrder(props: {
  order: FieldOrderRecord;
  items: readonly FieldWorkItem[];
  queue: FieldQueue;
}): ReactNode {
  const { order, items, queue } = props;
  const text = useText();
  const own = items.filter(({ orderOID }) => orderOID === order.oid);
  const draft = own.find(({ step, phase }) => step === 'complete' && phase === 'draft');
  const sending = own.some(({ step, phase }) => step === 'complete' && phase !== 'draft');
  if (sending) return null;
  const may = (call: (typeof workOrderCalls)['claim' | 'complete']): boolean =>
    order.allowed.includes(lastWord(call));
  const claiming = own.some(({ step }) => step === 'claim');
  const open = may(workOrderCalls.claim) || may(workOrderCalls.complete) || draft !== undefined;
  if (!open) return <p className="ey-muted">{text('workOrder.field.theirs')}</p>;
  return (
    <>
      {may(workOrderCalls.claim) && !claiming ? (
        <Button
          block
          size="large"
          onClick={() => void queue.put(begun(order, 'claim')).then(() => queue.send())}
        >
          {text('workOrder.move.claim')}
        </Button>
      ) : null}
      <CompleteForm key={order.oid} {...{ order, draft, queue }} />
    </>
  );
}
