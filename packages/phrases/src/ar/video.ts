import type { video as source } from '../zh-CN/video.ts';
import type { Translation } from '../words.ts';

export const video: Translation<typeof source> = {
  'video.title': 'الصورة المباشرة',
  'video.live': 'مباشر',
  'video.still': 'الصورة متوقفة',
  'video.off': 'لا صورة',
  'video.phase.looking': 'البحث عن كاميرا',
  'video.phase.starting': 'بدء الصورة',
  'video.phase.arriving': 'بانتظار الصورة',
  'video.stalled': 'الصورة متوقفة منذ {seconds} ث',
  'video.broken': 'انقطعت الصورة',
  'video.unreachable': 'الخادم لا يجيب',
  'video.retry': 'فشلت المحاولة {tries}، إعادة خلال {seconds} ث',
  'video.tries': '{tries, plural, one {محاولة واحدة} two {محاولتان} few {# محاولات} other {# محاولة}} حتى الآن',
  'video.tryNow': 'حاول الآن',
  'video.delay': 'التأخير {seconds} ث',
  'video.delayHint':
    'التأخير بين أحدث إطار مستلم والمعروض، ومعدل البت والإطارات والحجم. لا يشمل الطريق من الكاميرا إلى الخادم.',
  'video.camera': 'الكاميرا',
  'video.automatic': 'تلقائي',
  'video.owner.dock': 'كاميرا المحطة',
  'video.owner.drone': 'كاميرا الطائرة',
  'permission.video:watch': 'مشاهدة البث المباشر',
  'auditLog.word.video': 'الفيديو',
  'auditLog.verb.startLive': 'بدء الفيديو',
  'auditLog.verb.stopLive': 'إيقاف الفيديو',
  'auditLog.verb.switchQuality': 'تغيير الجودة',
  'refusal.noLiveCapability': 'لا تتوفر إمكانية البث المباشر حاليًا',
  'refusal.noStream': 'لا يوجد بث فيديو حاليًا',
  'refusal.streamLimit': 'بلغت المحطة الحد الأقصى للبث المباشر',
  'timer.video.sweep': 'إيقاف الفيديو الذي لا يشاهده أحد',
};
