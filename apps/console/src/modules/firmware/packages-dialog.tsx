import { firmwareCalls, type FirmwarePackage } from '@eyrie/domain';
import { Dialog, Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { packagesShown, usePackages, useRetirement, word } from './firmware.queries.ts';
import { packageName } from './firmware-words.ts';
import { PackageForm, type Models, type PackagesProps } from './package-form.tsx';

function PackageRow({ one, models }: { one: FirmwarePackage; models: Models }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const client = useQueryClient();
  const retirement = useRetirement();
  const name = packageName(one, models, text);
  const removal = useDeletion(firmwareCalls.remove, {
    onAnswer: () => client.invalidateQueries({ queryKey: [word] }),
  });
  return (
    <li>
      <div className="ey-row ey-flow ey-gap-8">
        <strong>{name}</strong>
        {one.retired ? <StateSymbol state="offline" word={text('firmware.retired')} /> : null}
        <span className="firmware-actions ey-row ey-flow ey-gap-8">
          <Allowed call={firmwareCalls.edit}>
            <Button size="small" loading={retirement.isPending} onClick={() => retirement.mutate(one)}>
              {text(one.retired ? 'firmware.offer' : 'firmware.retire', { name })}
            </Button>
          </Allowed>
          <Allowed call={firmwareCalls.remove}>
            <IconButton
              icon="trash"
              label={text('firmware.delete', { name })}
              busy={removal.busy}
              danger
              onClick={() =>
                void removal.remove([one.oid], {
                  title: text('firmware.deleteTitle', { name }),
                  content: text('firmware.deleteHint'),
                  done: text('firmware.deleted'),
                })
              }
            />
          </Allowed>
        </span>
      </div>
      {one.notes === '' ? null : <p className="firmware-notes">{one.notes}</p>}
      <p className="list-hint">
        <bdi>{one.fileName}</bdi> · <bdi>{sizeText(one.size, figures, text)}</bdi> ·{' '}
        {text(one.sumCompared ? 'firmware.sumCompared' : 'firmware.sumNotCompared')} ·{' '}
        {text('list.byAt', { by: one.createdBy ?? '', time: figures.time(one.createdAt) })}
      </p>
    </li>
  );
}

/** Firmware packages of the organisation: the way to new ones, and what there is. */
export function PackagesDialog({ models, own, onClose }: PackagesProps): ReactNode {
  const text = useText();
  const [pageNum, setPageNum] = useState(1);
  const [retired, setRetired] = useState(false);
  const [adding, setAdding] = useState(false);
  const packages = usePackages(retired, pageNum);
  const total = packages.data?.total ?? 0;
  return (
    <Dialog open title={text('firmware.packages')} onClose={onClose}>
      <div className="firmware">
        <div className="ey-row ey-flow ey-gap-8">
          <Allowed call={firmwareCalls.add}>
            <Button type="primary" onClick={() => setAdding(true)}>
              {text('firmware.add')}
            </Button>
          </Allowed>
          <Checkbox
            checked={retired}
            onChange={({ target }) => {
              setRetired(target.checked);
              setPageNum(1);
            }}
          >
            {text('firmware.showRetired')}
          </Checkbox>
        </div>
        <Loaded state={loadStateOf(packages)}>
          {() =>
            total === 0 ? (
              <p className="list-hint">{text('firmware.noPackages')}</p>
            ) : (
              <ul className="firmware-packages ey-stack ey-gap-8">
                {packages.data?.list.map((one) => (
                  <PackageRow key={one.oid} one={one} models={models} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {total > packagesShown ? (
          <Pagination
            simple
            size="small"
            current={pageNum}
            pageSize={packagesShown}
            total={total}
            onChange={setPageNum}
          />
        ) : null}
        {adding ? <PackageForm models={models} own={own} onClose={() => setAdding(false)} /> : null}
      </div>
    </Dialog>
  );
}
