import type { LayerRecord } from '@eyrie/domain';
import { cloudClasses, cloudLooks, type CloudClass, type CloudLook } from '@eyrie/map';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { chooseCloud, cloudBudgets, useCloudChoices, usualCloud } from './cloud-choice.ts';

/** What the colours of classes mean. */
function ClassLegend(): ReactNode {
  const text = useText();
  return (
    <ul className="layer-classes ey-list ey-flow" aria-label={text('layer.cloudLook.class')}>
      {(Object.keys(cloudClasses) as CloudClass[]).map((one) => (
        <li key={one}>
          <span className="layer-class" style={{ background: cloudClasses[one].colour }} aria-hidden="true" />
          {text(`layer.cloudClass.${one}`)}
        </li>
      ))}
    </ul>
  );
}

/** What the points of a cloud are coloured by, and how many of them may be on the screen. */
export function CloudFields({ layer: { oid, name } }: { layer: LayerRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { look, points } = useCloudChoices()[oid] ?? usualCloud;
  return (
    <>
      <span className="layer-cloud ey-flow ey-gap-8">
        <Select<CloudLook>
          size="small"
          value={look}
          aria-label={text('layer.cloudLook', { name })}
          options={cloudLooks.map((value) => ({ value, label: text(`layer.cloudLook.${value}`) }))}
          onChange={(next) => chooseCloud(oid, { look: next })}
        />
        <Select<number>
          size="small"
          value={points}
          aria-label={text('layer.cloudBudget', { name })}
          options={cloudBudgets.map((value) => ({
            value,
            label: text('layer.cloudBudgetOf', { count: figures.amount(value / 1_000_000, '', 1) }),
          }))}
          onChange={(next) => chooseCloud(oid, { points: next })}
        />
      </span>
      {look === 'class' ? <ClassLegend /> : null}
    </>
  );
}
