#include "Built.h"

#if SHX_BUILT

#include <cstring>
#include <new>

#include "Library.h"

struct shx_recognizer {
  const SherpaOnnxOfflineRecognizer *offline;
  const SherpaOnnxOnlineRecognizer *online;
  int32_t sample_rate;
};

struct shx_stream {
  shx_recognizer *recognizer;
  const SherpaOnnxOnlineStream *stream;
};

namespace {

constexpr int32_t mel_bands = 80;

bool is_streaming(shx_kind kind) { return kind >= SHX_STREAMING_TRANSDUCER; }

bool is_transducer(shx_kind kind) {
  return kind == SHX_TRANSDUCER || kind == SHX_NEMO_TRANSDUCER || kind == SHX_STREAMING_TRANSDUCER;
}

const char *decoding_method(const shx_model &model) {
  return is_transducer(model.kind) && model.paths > 1 ? "modified_beam_search" : "greedy_search";
}

// What both kinds of recognizer are told in the same words.
template <typename Config>
Config config_of(const shx_model &model) {
  Config config;
  std::memset(&config, 0, sizeof config);
  config.feat_config.sample_rate = model.sample_rate;
  config.feat_config.feature_dim = mel_bands;
  config.decoding_method = decoding_method(model);
  config.max_active_paths = model.paths;
  config.model_config.tokens = model.tokens;
  config.model_config.bpe_vocab = model.bpe_vocabulary;
  config.model_config.num_threads = model.threads;
  config.model_config.provider = "cpu";
  return config;
}

template <typename Transducer>
void set_files(Transducer &transducer, const shx_model &model) {
  transducer.encoder = model.encoder;
  transducer.decoder = model.decoder;
  transducer.joiner = model.joiner;
}

SherpaOnnxOfflineRecognizerConfig offline_config(const shx_model &model) {
  auto config = config_of<SherpaOnnxOfflineRecognizerConfig>(model);
  auto &files = config.model_config;
  switch (model.kind) {
    case SHX_MOONSHINE:
      files.moonshine.preprocessor = model.preprocessor;
      files.moonshine.encoder = model.encoder;
      files.moonshine.uncached_decoder = model.uncached_decoder;
      files.moonshine.cached_decoder = model.cached_decoder;
      files.moonshine.merged_decoder = model.decoder;
      break;
    case SHX_WHISPER:
      files.whisper.encoder = model.encoder;
      files.whisper.decoder = model.decoder;
      files.whisper.language = model.language == nullptr ? "" : model.language;
      files.whisper.task = "transcribe";
      files.whisper.tail_paddings = -1;
      break;
    case SHX_SENSE_VOICE:
      files.sense_voice.model = model.model;
      files.sense_voice.language = model.language == nullptr ? "auto" : model.language;
      files.sense_voice.use_itn = 1;
      break;
    case SHX_PARAFORMER: files.paraformer.model = model.model; break;
    case SHX_NEMO_CTC: files.nemo_ctc.model = model.model; break;
    case SHX_ZIPFORMER_CTC: files.zipformer_ctc.model = model.model; break;
    default:
      // The library ends the process when neither this nor the encoder tells the type.
      files.model_type = model.kind == SHX_NEMO_TRANSDUCER ? "nemo_transducer" : "transducer";
      set_files(files.transducer, model);
  }
  return config;
}

SherpaOnnxOnlineRecognizerConfig online_config(const shx_model &model) {
  auto config = config_of<SherpaOnnxOnlineRecognizerConfig>(model);
  auto &files = config.model_config;
  switch (model.kind) {
    case SHX_STREAMING_PARAFORMER:
      files.paraformer.encoder = model.encoder;
      files.paraformer.decoder = model.decoder;
      break;
    case SHX_STREAMING_ZIPFORMER_CTC: files.zipformer2_ctc.model = model.model; break;
    case SHX_STREAMING_NEMO_CTC: files.nemo_ctc.model = model.model; break;
    default: set_files(files.transducer, model);
  }
  return config;
}

}  // namespace

int shx_create(const shx_model *model, shx_log log, shx_recognizer **recognizer) {
  *recognizer = nullptr;
  if (shx::functions() == nullptr) return SHX_NOT_LOADED;
  auto *made = new (std::nothrow) shx_recognizer{nullptr, nullptr, model->sample_rate};
  if (made == nullptr) return SHX_NO_MEMORY;
  const int status = shx::guarded(log, [=] {
    if (is_streaming(model->kind)) {
      const auto config = online_config(*model);
      made->online = shx::functions()->CreateOnlineRecognizer(&config);
    } else {
      const auto config = offline_config(*model);
      made->offline = shx::functions()->CreateOfflineRecognizer(&config);
    }
    return made->online == nullptr && made->offline == nullptr ? SHX_FAILED : SHX_OK;
  });
  return shx::handed_out(status, made, recognizer);
}

void shx_destroy(shx_recognizer *recognizer) {
  if (recognizer == nullptr) return;
  shx::guarded(shx_log{nullptr, nullptr}, [=] {
    if (recognizer->offline) shx::functions()->DestroyOfflineRecognizer(recognizer->offline);
    if (recognizer->online) shx::functions()->DestroyOnlineRecognizer(recognizer->online);
    return SHX_OK;
  });
  delete recognizer;
}

int shx_recognize(
    shx_recognizer *recognizer, const float *samples, size_t count, shx_log log,
    shx_result *result) {
  std::memset(result, 0, sizeof *result);
  if (recognizer->offline == nullptr || count > INT32_MAX) return SHX_FAILED;
  return shx::guarded(log, [=] {
    const auto *library = shx::functions();
    const auto *stream = library->CreateOfflineStream(recognizer->offline);
    if (stream == nullptr) return SHX_FAILED;
    library->AcceptWaveformOffline(
        stream, recognizer->sample_rate, samples, static_cast<int32_t>(count));
    library->DecodeOfflineStream(recognizer->offline, stream);
    const auto *found = library->GetOfflineStreamResult(stream);
    library->DestroyOfflineStream(stream);
    if (found == nullptr) return SHX_FAILED;
    result->text = found->text;
    result->language = found->lang;
    result->count = found->count > 0 ? static_cast<size_t>(found->count) : 0;
    result->tokens = found->tokens_arr;
    result->starts = found->timestamps;
    result->durations = found->durations;
    result->log_probabilities = found->ys_log_probs;
    result->owner = const_cast<SherpaOnnxOfflineRecognizerResult *>(found);
    result->is_streaming = 0;
    return SHX_OK;
  });
}

int shx_stream_create(shx_recognizer *recognizer, shx_log log, shx_stream **stream) {
  *stream = nullptr;
  if (recognizer->online == nullptr) return SHX_FAILED;
  auto *made = new (std::nothrow) shx_stream{recognizer, nullptr};
  if (made == nullptr) return SHX_NO_MEMORY;
  const int status = shx::guarded(log, [=] {
    made->stream = shx::functions()->CreateOnlineStream(recognizer->online);
    return made->stream == nullptr ? SHX_FAILED : SHX_OK;
  });
  return shx::handed_out(status, made, stream);
}

int shx_stream_accept(shx_stream *stream, const float *samples, size_t count, shx_log log) {
  if (count > INT32_MAX) return SHX_FAILED;
  return shx::guarded(log, [=] {
    shx::functions()->OnlineStreamAcceptWaveform(
        stream->stream, stream->recognizer->sample_rate, samples, static_cast<int32_t>(count));
    return SHX_OK;
  });
}

int shx_stream_finish(shx_stream *stream, shx_log log) {
  return shx::guarded(log, [=] {
    shx::functions()->OnlineStreamInputFinished(stream->stream);
    return SHX_OK;
  });
}

int shx_stream_step(shx_stream *stream, shx_log log) {
  return shx::guarded(log, [=] {
    const auto *library = shx::functions();
    const auto *recognizer = stream->recognizer->online;
    if (!library->IsOnlineStreamReady(recognizer, stream->stream)) return 0;
    library->DecodeOnlineStream(recognizer, stream->stream);
    return 1;
  });
}

int shx_stream_result(shx_stream *stream, shx_log log, shx_result *result) {
  std::memset(result, 0, sizeof *result);
  return shx::guarded(log, [=] {
    const auto *found = shx::functions()->GetOnlineStreamResult(
        stream->recognizer->online, stream->stream);
    if (found == nullptr) return SHX_FAILED;
    result->text = found->text;
    result->count = found->count > 0 ? static_cast<size_t>(found->count) : 0;
    result->tokens = found->tokens_arr;
    result->starts = found->timestamps;
    result->owner = const_cast<SherpaOnnxOnlineRecognizerResult *>(found);
    result->is_streaming = 1;
    return SHX_OK;
  });
}

void shx_stream_destroy(shx_stream *stream) {
  if (stream == nullptr) return;
  shx::guarded(shx_log{nullptr, nullptr}, [=] {
    shx::functions()->DestroyOnlineStream(stream->stream);
    return SHX_OK;
  });
  delete stream;
}

void shx_free_result(shx_result *result) {
  if (result->owner == nullptr) return;
  const auto *library = shx::functions();
  if (result->is_streaming) {
    library->DestroyOnlineRecognizerResult(
        static_cast<const SherpaOnnxOnlineRecognizerResult *>(result->owner));
  } else {
    library->DestroyOfflineRecognizerResult(
        static_cast<const SherpaOnnxOfflineRecognizerResult *>(result->owner));
  }
  std::memset(result, 0, sizeof *result);
}

#endif
