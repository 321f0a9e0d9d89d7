import { lensWords, mediaGroupings } from '@eyrie/domain';
import { FilterChoice, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { useLabels } from './marks.queries.ts';
import type { Wanted } from './media.queries.ts';

const lenses = [...lensWords, 'unknown'] as const;
const stars = ['yes', 'no'] as const;

export const anyResult: Omit<Wanted, 'kind'> = { keyword: '', by: 'day', lens: '', starred: '', label: '' };

export const isFiltered = ({ keyword, lens, starred, label }: Wanted): boolean =>
  [keyword, lens, starred, label].some((one) => one !== '');

/** Which results are looked at. */
export function ResultFilters({
  wanted,
  onWanted,
}: {
  wanted: Wanted;
  onWanted: (next: Wanted) => void;
}): ReactNode {
  const text = useText();
  const labels = useLabels();
  const { kind, keyword, by, lens, starred, label } = wanted;
  return (
    <>
      <SearchBox
        label={text('media.search')}
        value={keyword}
        onChange={(next) => onWanted({ ...wanted, keyword: next })}
      />
      <FilterChoice
        label={text('media.groupBy')}
        value={by}
        options={mediaGroupings
          .filter((one) => one !== 'lens' || kind === 'photo')
          .map((value) => ({ value, label: text(`media.by.${value}`) }))}
        onChange={(next) => onWanted({ ...wanted, by: mediaGroupings.find((one) => one === next) ?? 'day' })}
      />
      {kind === 'photo' ? (
        <FilterChoice
          label={text('media.lens')}
          value={lens}
          options={lenses.map((value) => ({
            value,
            label: text(value === 'unknown' ? 'media.lensUnknown' : `media.lens.${value}`),
          }))}
          onChange={(next) => onWanted({ ...wanted, lens: lenses.find((one) => one === next) ?? '' })}
        />
      ) : null}
      <FilterChoice
        label={text('media.starred')}
        value={starred}
        options={stars.map((value) => ({
          value,
          label: text(value === 'yes' ? 'media.onlyStarred' : 'media.onlyUnstarred'),
        }))}
        onChange={(next) => onWanted({ ...wanted, starred: stars.find((one) => one === next) ?? '' })}
      />
      <FilterChoice
        label={text('media.labels')}
        value={label}
        search
        load={loadStateOf(labels)}
        options={(labels.data ?? []).map((one) => ({ value: one.label, label: one.label }))}
        onChange={(next) => onWanted({ ...wanted, label: next })}
      />
    </>
  );
}
