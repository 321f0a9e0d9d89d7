import type { mapLayer as source } from '../zh-CN/map-layer.ts';
import type { Translation } from '../words.ts';

export const mapLayer: Translation<typeof source> = {
  'mapLayer.label': 'خريطة',
  'mapLayer.noGraphics': 'لا يستطيع هذا المتصفح رسم الخريطة (WebGL غير متاح). القوائم والبيانات لا تتأثر.',
  'mapLayer.zoomIn': 'تكبير',
  'mapLayer.zoomOut': 'تصغير',
  'mapLayer.north': 'الشمال للأعلى',
  'mapLayer.coordinates': 'الإحداثيات',
  'mapLayer.fold': 'طي اللوحة',
  'mapLayer.unfold': 'فتح اللوحة',
  'mapLayer.fitAll': 'عرض الكل',
  'mapLayer.dataAge': 'البيانات {age}',
  'mapLayer.noData': 'لم ترد بيانات مباشرة بعد',
};
