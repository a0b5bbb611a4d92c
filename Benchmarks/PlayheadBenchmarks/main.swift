var table = BenchmarkTable()
try PlaylistBenchmarks.run(into: &table)
print(table.text)
