import { detectorModelCalls as calls, limits, mediaCalls } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { RunPictures } from './run-pictures.tsx';
import './detector-model.css';

const { trialMost } = limits.detectorModel;
/** Photos that are offered. */
const offered = 60;

/** Photos of the newest flights, of which some are chosen; then what the model saw on them. */
export function TrialForm({ modelOID }: { modelOID: string }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const photos = useQuery({
    queryKey: ['media', 'forTrial'],
    queryFn: async ({ signal }) =>
      (await call(mediaCalls.query, { kind: 'photo', pageSize: offered }, { signal })).list,
  });
  const trial = useMutation({
    mutationFn: () => call(calls.tryOut, { oid: modelOID, mediaOIDs: [...chosen] }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['detectorModel'] }),
  });
  if (trial.data) return <RunPictures runOID={trial.data.oid} />;
  const list = photos.data ?? [];
  const choose = (oid: string, isOn: boolean): void =>
    setChosen((before) => (isOn ? [...before, oid] : before.filter((one) => one !== oid)));
  return (
    <Loaded state={loadStateOf(photos)}>
      {() => (
        <div className="model-form ey-grid ey-gap-12">
          <span>
            {list.length === 0
              ? text('detectorModel.noPhotos')
              : text('detectorModel.photoHint', { max: trialMost })}
          </span>
          <ul className="model-photos ey-list ey-grid ey-gap-8" aria-label={text('detectorModel.photos')}>
            {list.map((one) => (
              <li key={one.oid}>
                <label>
                  {one.thumbnailUrl === null ? null : <img src={one.thumbnailUrl} alt="" loading="lazy" />}
                  <Checkbox
                    checked={chosen.includes(one.oid)}
                    disabled={chosen.length >= trialMost && !chosen.includes(one.oid)}
                    onChange={(event) => choose(one.oid, event.target.checked)}
                  >
                    <bdi>{one.name}</bdi>
                  </Checkbox>
                </label>
              </li>
            ))}
          </ul>
          <span>
            <Button
              type="primary"
              disabled={chosen.length === 0}
              loading={trial.isPending}
              onClick={() => trial.mutate()}
            >
              {text('detectorModel.tryStart')}
            </Button>
          </span>
        </div>
      )}
    </Loaded>
  );
}
