import { orderStates, type OrderState } from '@eyrie/domain';
import { Checkbox, Input, Select, Slider } from 'antd';
import type { ReactNode } from 'react';
import { OrderSound } from '../../modules/work-order/index.ts';
import { useText } from '../../platform/text.tsx';
import { lengths, type Asked } from './use-situation.ts';

interface FiltersProps {
  asked: Asked;
  onChange: (part: Partial<Asked>) => void;
}

/** The filters of the list of orders, and the period. */
export function Filters({ asked, onChange }: FiltersProps): ReactNode {
  const text = useText();
  return (
    <div className="orders-filters ey-grid ey-gap-8">
      <Input.Search
        allowClear
        aria-label={text('workOrder.search')}
        placeholder={text('workOrder.search')}
        count={{ show: true, max: 64 }}
        defaultValue={asked.keyword}
        onSearch={(keyword) => onChange({ keyword: keyword.trim() })}
      />
      <Select<OrderState | ''>
        aria-label={text('workOrder.state')}
        value={asked.state ?? ''}
        onChange={(state) => onChange({ state: state === '' ? null : state })}
        options={[
          { value: '', label: text('list.anyState') },
          ...orderStates.map((state) => ({ value: state, label: text(`workOrder.state.${state}`) })),
        ]}
      />
      <Select<Asked['days']>
        aria-label={text('statistics.period')}
        value={asked.days}
        onChange={(days) => onChange({ days, oldest: null, youngest: null })}
        options={lengths.map((days) => ({ value: days, label: text(`statistics.days.${days}`) }))}
      />
      <Checkbox checked={asked.mine} onChange={({ target }) => onChange({ mine: target.checked })}>
        {text('workOrder.mine')}
      </Checkbox>
      <OrderSound />
    </div>
  );
}

/** Which days of the period are shown. Time runs as the language does, the oldest day first. */
export function TimeSlider({ asked, onChange }: FiltersProps): ReactNode {
  const text = useText();
  const { days, oldest, youngest } = asked;
  const value: [number, number] = [-Math.min(oldest ?? days, days), -Math.min(youngest ?? 0, days)];
  const daysAgo = (at = 0): string => text('workOrder.daysAgo', { count: -at });
  return (
    <div className="orders-time">
      <span>{text('workOrder.between', { from: daysAgo(value[0]), to: daysAgo(value[1]) })}</span>
      <Slider
        range
        min={-days}
        max={0}
        value={value}
        onChange={([from = -days, to = 0]) =>
          onChange({ oldest: from === -days ? null : -from, youngest: to === 0 ? null : -to })
        }
        tooltip={{ formatter: daysAgo }}
        ariaLabelForHandle={[text('workOrder.oldest'), text('workOrder.youngest')]}
        ariaValueTextFormatterForHandle={[daysAgo, daysAgo]}
      />
    </div>
  );
}
