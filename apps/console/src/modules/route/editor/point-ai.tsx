import type { PlanPoint } from '@eyrie/domain';
import type { BatchChange } from '@eyrie/planner';
import { Checkbox } from 'antd';
import { useId, type ReactNode } from 'react';
import { useCodeChoices } from '../../../parts.ts';
import { ManyChoice } from '../../../platform/many-choice.tsx';
import { useText } from '../../../platform/text.tsx';

const none: readonly string[] = [];

/** The types that are looked for at a point beside those of the flight. */
function PointTypes({
  point,
  onChange,
}: {
  point: PlanPoint;
  onChange: (change: BatchChange) => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  const answer = useCodeChoices('aiType');
  const { aiTypes = none } = point;
  const offered = answer.data?.list ?? [];
  // What is offered no more is shown by its code, so that it can be taken away.
  const gone = aiTypes.filter((code) => !offered.some((one) => one.code === code));
  return (
    <div className="planner-field ey-stack">
      <label htmlFor={id}>{text('detail.key.aiTypes')}</label>
      <ManyChoice
        id={id}
        value={[...aiTypes]}
        answer={answer}
        options={[
          ...offered.map(({ code, name }) => ({ value: code, label: name })),
          ...gone.map((code) => ({ value: code, label: code })),
        ]}
        onChange={(codes) => onChange({ aiTypes: codes.length === 0 ? null : codes })}
      />
      <span className="ey-hint">{text('planner.aiTypesHint')}</span>
    </div>
  );
}

/** Whether findings are looked for at a point, and which. */
export function PointAi({
  point,
  byRoute,
  onChange,
}: {
  point: PlanPoint;
  /** What a point does of which nothing is said. */
  byRoute: boolean;
  onChange: (change: BatchChange) => void;
}): ReactNode {
  const text = useText();
  const ai = point.ai ?? byRoute;
  return (
    <>
      <Checkbox
        checked={ai}
        onChange={({ target }) => onChange({ ai: target.checked === byRoute ? null : target.checked })}
      >
        {text('detail.key.ai')}
      </Checkbox>
      {ai ? <PointTypes point={point} onChange={onChange} /> : null}
    </>
  );
}
