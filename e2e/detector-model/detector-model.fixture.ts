import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/DetectorModel',
      title: 'permission./DetectorModel',
      action: { button: 'detectorModel.upload', brings: 'detectorModel.manifest' },
    },
  ],
};
