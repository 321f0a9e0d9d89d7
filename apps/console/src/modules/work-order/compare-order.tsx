import {
  classNameOf,
  orderVerdicts,
  workOrderCalls,
  type ComparedPicture,
  type OrderVerdict,
  type RequestOf,
  type ResponseOf,
  type WorkOrderRecord,
} from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useClassWords } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { CallButton } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { ComparePictures } from './compare-pictures.tsx';
import { useAlignment, type Alignment } from './use-alignment.ts';

type Compared = ResponseOf<typeof workOrderCalls.compare>;
type Asked = RequestOf<typeof workOrderCalls.verify>;
const noteMost = 300;

const measured = (alignment: Alignment | undefined): Pick<Asked, 'alignment'> =>
  alignment?.registered
    ? {
        alignment: {
          aligned: alignment.fault === null,
          inliers: alignment.registered.inliers,
          shift: Math.min(alignment.registered.moved, 1_000),
        },
      }
    : {};

/** What the person saw: closes the order, with both pictures in its log. */
function Closing(props: {
  order: WorkOrderRecord;
  after: ComparedPicture;
  alignment: Alignment | undefined;
}): ReactNode {
  const { order, after, alignment } = props;
  const text = useText();
  const id = useId();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (verdict: OrderVerdict) =>
      call(workOrderCalls.verify, {
        oid: order.oid,
        verdict,
        mediaOID: after.mediaOID,
        note,
        ...measured(alignment),
      }),
    onSuccess: () => {
      setNote('');
      showToast('success', text('workOrder.moved'));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['workOrder'] }),
  });
  if (!order.allowed.includes('verify')) return null;
  return (
    <>
      <Form.Item label={text('workOrder.note')} htmlFor={id} layout="vertical">
        <Input.TextArea
          id={id}
          rows={2}
          count={{ show: true, max: noteMost }}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Form.Item>
      <div className="ey-flow ey-gap-8" role="group" aria-label={text('workOrder.closeAs')}>
        {orderVerdicts.map((verdict) => (
          <CallButton
            key={verdict}
            label={`workOrder.verification.${verdict}`}
            call={workOrderCalls.verify}
            record={order}
            onClick={() => {
              if (!isPending) mutate(verdict);
            }}
          />
        ))}
      </div>
    </>
  );
}

function Pair(props: {
  order: WorkOrderRecord;
  found: Compared;
  before: ComparedPicture;
  after: ComparedPicture;
}): ReactNode {
  const { order, found, before, after } = props;
  const words = useClassWords();
  const { data: alignment } = useAlignment(before, after);
  return (
    <>
      <ComparePictures
        before={before}
        after={after}
        box={found.box}
        boxName={classNameOf(order.class, words)}
        alignment={alignment}
      />
      <Closing order={order} after={after} alignment={alignment} />
    </>
  );
}

/** The picture of an order beside a later one of the same view. */
export function CompareOrder({ order }: { order: WorkOrderRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ['workOrder', 'compare', order.oid],
    queryFn: ({ signal }) => call(workOrderCalls.compare, { oid: order.oid }, { signal, toast: false }),
  });
  const shown = ({ before, after, ...rest }: Compared): ReactNode => {
    const picked = after.find(({ mediaOID }) => mediaOID === chosen) ?? after[0];
    if (!before || !picked)
      return <p className="ey-hint">{text(before ? 'workOrder.noneAfter' : 'workOrder.noPicture')}</p>;
    return (
      <>
        {after.length > 1 ? (
          <Form.Item label={text('workOrder.chooseAfter')} htmlFor={id} layout="vertical">
            <Select
              id={id}
              value={picked.mediaOID}
              onChange={setChosen}
              options={after.map(({ mediaOID, name, at }) => ({
                value: mediaOID,
                label: <bdi>{`${figures.time(at)} · ${name}`}</bdi>,
              }))}
            />
          </Form.Item>
        ) : null}
        <Pair
          key={picked.mediaOID}
          order={order}
          found={{ before, after, ...rest }}
          before={before}
          after={picked}
        />
      </>
    );
  };
  return (
    <>
      <h2>{text('workOrder.compare')}</h2>
      <Loaded state={loadStateOf(found)}>{() => (found.data ? shown(found.data) : null)}</Loaded>
    </>
  );
}
