import { regionCalls, regionKinds, type RegionKind } from '@eyrie/domain';
import { EmptyPage, FilterChoice, Loaded, loadStateOf } from '@eyrie/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { RegionKindMark, useMeasures } from '../../modules/region/index.ts';
import { call } from '../../platform/http.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';

const pageSize = 50;

/** Regions by name; what is selected here is selected on the map. */
export function RegionList({
  selected,
  onSelect,
}: {
  selected: string | null;
  onSelect: (oid: string) => void;
}): ReactNode {
  const text = useText();
  const measures = useMeasures();
  const [keyword, setKeyword] = useState('');
  const [kind, setKind] = useState<RegionKind | undefined>();
  const [group, setGroup] = useState<string | undefined>();
  const [pageNum, setPageNum] = useState(1);
  const asked = {
    pageNum,
    pageSize,
    sort: 'name' as const,
    ...(keyword === '' ? {} : { keyword }),
    ...(kind ? { kind } : {}),
    ...(group === undefined ? {} : { group }),
  };
  const answer = useQuery({
    queryKey: ['region', 'query', asked],
    queryFn: ({ signal }) => call(regionCalls.query, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  const groups = useQuery({
    queryKey: ['region', 'groups'],
    queryFn: ({ signal }) => call(regionCalls.groups, {}, { signal }),
  });
  return (
    <section aria-label={text('region.list')} className="zone-list ey-stack ey-gap-8">
      <SearchBox
        label={text('region.search')}
        value={keyword}
        onChange={(value) => {
          setKeyword(value);
          setPageNum(1);
        }}
      />
      <Select<RegionKind>
        allowClear
        aria-label={text('region.kind')}
        placeholder={text('region.kind')}
        {...(kind ? { value: kind } : {})}
        onChange={(value) => {
          setKind(value);
          setPageNum(1);
        }}
        options={regionKinds.map((one) => ({ value: one, label: text(`region.kind.${one}`) }))}
      />
      <FilterChoice
        label={text('region.groupFilter')}
        any={text('region.anyGroup')}
        value={group ?? null}
        load={loadStateOf(groups)}
        options={(groups.data?.list ?? []).map((one) => ({ value: one, label: one }))}
        onChange={(value) => {
          setGroup(value || undefined);
          setPageNum(1);
        }}
      />
      <Loaded state={loadStateOf(answer)}>
        {() =>
          data?.list.length ? (
            <ul>
              {data.list.map((region) => (
                <li key={region.oid}>
                  <button
                    type="button"
                    aria-pressed={region.oid === selected}
                    onClick={() => onSelect(region.oid)}
                  >
                    <strong>
                      <bdi>{region.name}</bdi>
                    </strong>
                    <RegionKindMark kind={region.kind} colour={region.colour} />
                    <span className="list-hint">
                      {text(`region.shape.${region.shape}`)}{' '}
                      {region.area === null ? measures.length(region.length) : measures.area(region.area)}
                      {region.enabled ? null : ` · ${text('region.switchedOff')}`}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyPage
              sentence={text(
                keyword === '' && !kind && group === undefined ? 'region.none' : 'region.noneFound',
              )}
            />
          )
        }
      </Loaded>
      {data && data.total > pageSize ? (
        <Pagination
          size="small"
          simple
          current={pageNum}
          pageSize={pageSize}
          total={data.total}
          onChange={setPageNum}
        />
      ) : null}
    </section>
  );
}
