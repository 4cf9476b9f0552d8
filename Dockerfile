FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements/bootstrap.txt requirements/runtime.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/bootstrap.txt \
 && python -m venv /opt/user-memory \
 && uv pip install --no-cache --python /opt/user-memory/bin/python --require-hashes -r requirements/runtime.txt
COPY . .
RUN uv build --wheel --out-dir /dist . \
 && uv pip install --no-cache --python /opt/user-memory/bin/python --no-deps /dist/*.whl

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home user-memory \
 && install -d -o user-memory -g user-memory -m 0700 /data
COPY --from=build /opt/user-memory /opt/user-memory
ENV PATH=/opt/user-memory/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    USER_MEMORY_DATA=/data/memory \
    USER_MEMORY_HOST=0.0.0.0 \
    USER_MEMORY_PORT=8000
USER user-memory
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/livez', timeout=2)"]
CMD ["user-memory", "serve"]
