import { detectionCalls, otherClass, workOrderCalls, type PictureSize } from '@eyrie/domain';
import { Button, Form, Input, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useClassWords, useCodeChoices } from '../../parts.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { ClassInput } from '../../platform/class-input.tsx';
import { DefectPanel, OutcomeFacts, outcomeName, useEarlier } from '../../modules/detection/index.ts';
import { viewAddress } from '../../modules/route/index.ts';
import { useFlyAgain } from '../../modules/work-order/index.ts';
import { useText } from '../../platform/text.tsx';
import { BoxFields } from './box-fields.tsx';
import type { Review } from './use-review.ts';

/** The boxes of the picture, to be chosen without a pointer too. */
function Boxes({ review }: { review: Review }): ReactNode {
  const text = useText();
  const words = useClassWords();
  const outcomes = review.view?.outcomes ?? [];
  if (outcomes.length === 0) return <p className="ey-hint">{text('detection.noBoxes')}</p>;
  return (
    <ul className="review-boxes ey-list ey-grid ey-gap-4" aria-label={text('detection.boxes')}>
      {outcomes.map((one) => (
        <li key={one.oid}>
          <button
            type="button"
            aria-pressed={one.oid === review.chosen?.oid}
            onClick={() => review.pick(one.oid)}
          >
            <bdi>{outcomeName(text, words, one)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A flight to where the chosen finding was seen. */
function FlyAgain({ review: { chosen } }: { review: Review }): ReactNode {
  const text = useText();
  const again = useFlyAgain((view) => viewAddress(view as Parameters<typeof viewAddress>[0]));
  if (!chosen) return null;
  return (
    <Allowed call={workOrderCalls.flyAgain}>
      <Button loading={again.busy} onClick={() => again.fly({ outcomeOID: chosen.oid })}>
        {text('workOrder.flyAgain')}
      </Button>
    </Allowed>
  );
}

function ToOrder({ review }: { review: Review }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { chosen } = review;
  if (chosen?.verdict !== 'confirmed') return null;
  const { orderOID } = chosen;
  if (orderOID !== null)
    return (
      <Button onClick={() => void navigate(`/WarnWorkDetails?oid=${orderOID}`)}>
        {text('detection.toOrder')}
      </Button>
    );
  return (
    <Allowed call={workOrderCalls.affirm}>
      <Button loading={review.ordering} onClick={review.order}>
        {text('detection.makeOrder')}
      </Button>
    </Allowed>
  );
}

/** What the chosen finding is a sighting of; a moment passes until what was just confirmed is one. */
function Defect({ review: { chosen } }: { review: Review }): ReactNode {
  const { data } = useEarlier(chosen?.oid);
  return data?.defectOID ? <DefectPanel key={data.defectOID} oid={data.defectOID} /> : null;
}

/** What is missing before it can be judged; where the server refused a verdict, how the box stands there. */
function Missing({ review: { missing, standing } }: { review: Review }): ReactNode {
  const text = useText();
  const words = useClassWords();
  if (missing === null) return null;
  return (
    <div className="review-missing">
      <p role="alert">{missing}</p>
      {standing === null ? null : (
        <p role="status">
          {text('detection.standsAs', {
            name: outcomeName(text, words, standing),
            by: standing.verdictBy ?? '–',
          })}
        </p>
      )}
    </div>
  );
}

/** What is said of the chosen box. */
export function ReviewPanel(props: {
  review: Review;
  size: PictureSize | undefined;
  onRemove: () => void;
}): ReactNode {
  const { review, size, onRemove } = props;
  const text = useText();
  const id = useId();
  const { chosen, draft, classes } = review;
  const reasons = useCodeChoices('falseAlarmReason').data?.list ?? [];
  const name = draft.class ?? chosen?.class ?? otherClass;
  const words = useClassWords();
  return (
    <aside className="review-panel">
      <Boxes review={review} />
      <Form layout="vertical">
        <Form.Item label={text('detection.class')} htmlFor={`${id}class`}>
          <ClassInput
            key={chosen?.oid ?? 'drawn'}
            id={`${id}class`}
            value={name}
            words={words}
            offered={classes}
            onChange={(typed) => review.change({ class: typed })}
          />
        </Form.Item>
        {name === otherClass ? (
          <Form.Item label={text('detection.otherText')} htmlFor={`${id}other`} required>
            <Input
              id={`${id}other`}
              count={{ show: true, max: 200 }}
              value={draft.otherText ?? chosen?.otherText ?? ''}
              onChange={({ target }) => review.change({ otherText: target.value })}
            />
          </Form.Item>
        ) : null}
        <Form.Item label={text('detection.whyFalse')} htmlFor={`${id}reason`}>
          <Select
            id={`${id}reason`}
            value={review.reason}
            onChange={review.giveReason}
            options={reasons.map(({ code, name: label }) => ({ value: code, label: <bdi>{label}</bdi> }))}
          />
        </Form.Item>
        {size ? <BoxFields review={review} size={size} /> : null}
      </Form>
      <Missing review={review} />
      <div className="ey-flow ey-gap-8">
        <Allowed call={detectionCalls.auditOutcome}>
          <Button
            type="primary"
            disabled={!size}
            loading={review.saving}
            onClick={() => size && review.judge('confirmed', size)}
          >
            {text('detection.confirm')}
          </Button>
        </Allowed>
        <Allowed call={detectionCalls.auditOutcome}>
          <Button disabled={!chosen || !size} onClick={() => size && review.judge('falseAlarm', size)}>
            {text('detection.falseAlarm')}
          </Button>
        </Allowed>
        <Allowed call={detectionCalls.auditOutcome}>
          <Button danger disabled={!chosen} onClick={onRemove}>
            {text('detection.remove')}
          </Button>
        </Allowed>
        <ToOrder review={review} />
        <FlyAgain review={review} />
      </div>
      {chosen ? <OutcomeFacts outcome={chosen} /> : null}
      <Defect review={review} />
    </aside>
  );
}
