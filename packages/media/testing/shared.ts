// Where the recordings and vectors lie beside a checkout, and the shape of what describes them. Reading them is each test's own.

export type ExpectedRecording = {
  readonly file: string;
  readonly sim_bytes: number;
  readonly streams: readonly {
    readonly channel: number;
    readonly frames: number;
    readonly i_frames: number;
    readonly es_sha256: string;
    readonly probe: { readonly codec_name: string; readonly width: number; readonly height: number };
  }[];
  readonly audio: readonly {
    readonly channel: number;
    readonly hisilicon_header: boolean;
    readonly pcm_samples: number;
    readonly sample_rate: number;
    readonly dominant_hz: number;
    readonly rms_db: number;
  }[];
};

export const RECORDINGS = new URL('../../../../shared/data/jt1078/', import.meta.url);
export const MEDIA_VECTORS = new URL('../../../../shared/protocols/vectors/jt1078-media.json', import.meta.url);
