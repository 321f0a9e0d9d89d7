import { firmwareCalls, isOpenUpgrade, limits, type FirmwarePackage } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { useLink } from '../../platform/live.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { useUpload } from '../../platform/use-upload.ts';

export const word = 'firmware';
export const upgradesShown = 5;
export const packagesShown = 20;

/** A dock that upgrades reports its progress; what devices report of themselves else changes seldom. Milliseconds. */
const lookEvery = 10_000;
const followEvery = 2_000;

/** Asks again whatever of this room is shown when an order to the dock stands otherwise. */
export const useFirmwareFollows = (dockOID: string): void => {
  const client = useQueryClient();
  const linkUp = useLink((link) => link.state === 'up');
  useEffect(() => {
    const again = (): void => void client.invalidateQueries({ queryKey: [word] });
    // What happened while the link was down is asked for again.
    if (linkUp) again();
    return onLiveMessage(({ name, objectID }) => {
      if (name === 'controlChange' && objectID === dockOID) again();
    });
  }, [client, dockOID, linkUp]);
};

/** Dock and aircraft as they reported themselves, with the packages for them. */
export const useOffers = (dockOID: string) =>
  useQuery({
    queryKey: [word, 'offers', dockOID],
    queryFn: ({ signal }) => call(firmwareCalls.offers, { oid: dockOID }, { signal, toast: false }),
    refetchInterval: lookEvery,
    staleTime: 0,
  });

/** Upgrades of a dock, as they stand now. */
export const useUpgrades = (dockOID: string, pageNum: number) =>
  useQuery({
    queryKey: [word, 'upgrades', dockOID, pageNum],
    queryFn: ({ signal }) =>
      call(
        firmwareCalls.upgrades,
        { oid: dockOID, pageNum: String(pageNum), pageSize: String(upgradesShown) },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ state }) => isOpenUpgrade(state)) ? followEvery : lookEvery,
    staleTime: 0,
  });

/** Packages of the organisation for these models. */
export const usePackages = (retired: boolean, pageNum: number) =>
  useQuery({
    queryKey: [word, 'packages', retired, pageNum],
    queryFn: ({ signal }) =>
      call(firmwareCalls.query, { retired, pageNum, pageSize: packagesShown }, { signal, toast: false }),
    placeholderData: keepPreviousData,
  });

/** Packages that are offered, all of them. */
export const useOfferedPackages = () =>
  useQuery({
    queryKey: [word, 'offered'],
    queryFn: ({ signal }) =>
      call(firmwareCalls.query, { pageNum: 1, pageSize: limits.firmware.most }, { signal, toast: false }),
  });

/** Retires a package, or offers it again. A refusal raises its toast. */
export const useRetirement = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ oid, version, retired }: FirmwarePackage) =>
      call(firmwareCalls.edit, { oid, version, retired: !retired }),
    onSettled: () => client.invalidateQueries({ queryKey: [word] }),
  });
};

export interface NewPackage {
  model: string;
  firmware: string;
  md5?: string;
  notes: string;
}

/** Sends a package: how far it is, and what the server had against it. Leaving the dialog ends it. */
export const usePackageUpload = () => {
  const { send, ...upload } = useUpload([word]);
  return {
    ...upload,
    send: (file: File, given: NewPackage): Promise<boolean> =>
      send((options) => call(firmwareCalls.add, { file, size: String(file.size), ...given }, options)),
  };
};
